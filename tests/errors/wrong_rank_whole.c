// compile-error
// The kernel's ref has one dim, the array two.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID(),
        PL_IN (float, x, (1, 4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))
