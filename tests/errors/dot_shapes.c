// y should be transposed: the inner extents differ.

#include <pallas.h>

PL_KERNEL(matmul_kernel, PL_REF(const float, x, 4, 8), PL_REF(const float, y, 2, 8), PL_REF(float, z, 4, 2))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul, matmul_kernel,
        PL_GRID(),
        PL_IN (float, x, (4, 8), PL_WHOLE),
        PL_IN (float, y, (2, 8), PL_WHOLE),
        PL_OUT(float, z, (4, 2), PL_WHOLE))

int main(void)
{
    static float x[32], y[16], z[8];
    return matmul(x, y, z);
}
