// The shape of an array divides by a size that is 0.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n, heads),
        PL_GRID((i, n / 4)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n / heads), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float x[8] = { 0 }, z[8];
    return copy(8, 0, x, z);
}
