// The call multiplies ints, and the product is no int. As a long, (long)n * n, it is the size meant.

#include <pallas.h>

PL_KERNEL(twice_kernel, PL_SCALAR(int, n), PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = (float)n * x[c];
}

PL_CALL(twice, twice_kernel,
        PL_SCALAR(int, n),
        PL_GRID((i, 1)),
        PL_IN (float, x, (n * n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (4), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, z[4];
    return twice(65536, x, z);
}
