// compile-error
// The kernel's ref for an output is const.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(const float, o, 4))
{
    (void)x[0], (void)o[0];
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))
