// compile-error
// PL_DOT accumulates into a block that is only read.

#include <pallas.h>

PL_KERNEL(matmul_kernel, PL_REF(const float, x, 4, 4), PL_REF(const float, y, 4, 4), PL_REF(float, z, 4, 4))
{
    PL_FILL(z, 0);
    PL_DOT(x, y, z);
}
