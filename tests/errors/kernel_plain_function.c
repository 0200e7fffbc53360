// compile-error
// A PL_CALL of a plain function: define kernels with PL_KERNEL.

#include <pallas.h>

static void copy_kernel(const float *x, float *o)
{
    o[0] = x[0];
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))
