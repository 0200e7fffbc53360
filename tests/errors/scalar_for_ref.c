// compile-error
// The call passes a scalar for a ref of the kernel.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SCALAR(float, x),
        PL_GRID((i, 2)),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))
