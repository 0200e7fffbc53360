// compile-error
// A matrix times a row: PL_DOT takes rank 2.

#include <pallas.h>

PL_KERNEL(matvec_kernel, PL_REF(const float, x, 4, 8), PL_REF(const float, y, 8), PL_REF(float, z, 4))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matvec, matvec_kernel,
        PL_GRID(),
        PL_IN (float, x, (4, 8), PL_WHOLE),
        PL_IN (float, y, (8), PL_WHOLE),
        PL_OUT(float, z, (4), PL_WHOLE))

int main(void)
{
    static float x[32], y[8], z[4];
    return matvec(x, y, z);
}
