// options: --target=tpu
// PL_INIT and PL_BEFORE_FETCH in a PL_CALL; arrays of a PL_CALL in a PL_PIPELINE, and the other way round.
#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 2), PL_REF(float, o, 2))
{
    PL_EACH ((c, 2))
        o[c] = 2 * x[c];
}

PL_KERNEL(outer_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1))
{
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(float, x, (8), PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_INOUT(o, PL_ATOMIC));
}

PL_CALL(outer, outer_kernel, PL_GRID(), PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY))
PL_CALL(twice, twice_kernel, PL_GRID((i, 4)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((2), (i), PL_BEFORE_FETCH(x))), PL_OUT(float, o, (8), PL_BLOCKSPEC((2), (i), PL_INIT(0, i == 0))))
