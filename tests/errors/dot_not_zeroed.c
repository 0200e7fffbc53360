// PL_DOT accumulates into its first operand, which is uninitialized.

#include <pallas.h>

PL_KERNEL(matmul_kernel, PL_REF(const float, x, 4, 4), PL_REF(const float, y, 4, 4), PL_REF(float, z, 4, 4))
{
    PL_DOT(z, x, y);
}

PL_CALL(matmul, matmul_kernel,
        PL_GRID(),
        PL_IN (float, x, (4, 4), PL_WHOLE),
        PL_IN (float, y, (4, 4), PL_WHOLE),
        PL_OUT(float, z, (4, 4), PL_WHOLE))

int main(void)
{
    static float x[16], y[16], z[16];
    return matmul(x, y, z);
}
