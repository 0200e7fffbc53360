// compile-error
// An array has at most 6 dims.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (1, 1, 1, 1, 1, 1, 8), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE, 4), (0, 0, 0, 0, 0, 0, i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))
