// Parts of calls with wrong arguments, and an atomic on an unsupported type.

#include <pallas.h>

PL_KERNEL(count, PL_REF(pl_f16, small, 4))
{
    PL_ATOMIC_ADD(&small[0], 1);
}

PL_KERNEL(copy, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(shape, copy, PL_GRID((i, 4)),
        PL_IN(float, x, 16, PL_BLOCKSPEC((4), (i))), PL_OUT(float, z, (16), PL_BLOCKSPEC((4), (i))))
PL_CALL(spec, copy, PL_GRID((i, 4)),
        PL_IN(float, x, (16), PL_BLOCKSPEC(4, i)), PL_OUT(float, z, (16), PL_BLOCKSPEC((4), (i))))
PL_CALL(whole_spec, copy, PL_GRID((i, 4)),
        PL_IN(float, x, (16), PL_UNBLOCKED((4), (0))), PL_OUT(float, z, (16), PL_BLOCKSPEC((4), (i))))
PL_CALL(part, copy, PL_GRID((i, 4)),
        PL_IN(float, x, (16)), PL_OUT(float, z, (16), PL_BLOCKSPEC((4), (i))))
