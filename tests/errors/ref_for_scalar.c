// compile-error
// The call passes an array for a scalar of the kernel.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_SCALAR(float, x), PL_REF(float, o, 4))
{
    PL_FILL(o, x);
}

PL_CALL(fill, fill_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))
