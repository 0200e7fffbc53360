// compile-error
// PL_DOT multiplies blocks, and an array left in HBM is none.

#include <pallas.h>

PL_KERNEL(product_kernel, PL_REF(const float, x, 8, 16), PL_ANY_REF(const float, y, 2), PL_REF(float, z, 8, 16))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, PL_T(y));
}

PL_CALL(product, product_kernel, PL_GRID(),
        PL_IN(float, x, (8, 16), PL_WHOLE), PL_IN(float, y, (16, 16), PL_ANY), PL_OUT(float, z, (8, 16), PL_WHOLE))

int main(void)
{
    static float x[8 * 16], y[16 * 16], z[8 * 16];
    return product(x, y, z);
}
