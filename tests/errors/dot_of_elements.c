// compile-error
// PL_DOT takes blocks, not elements or rows of them.

#include <pallas.h>

PL_KERNEL(matmul_kernel, PL_REF(const float, x, 2, 4, 4), PL_REF(const float, y, 4, 4), PL_REF(float, z, 4, 4))
{
    PL_FILL(z, 0);
    PL_DOT(z, x[0], y);
}
