// The windows of an output are four elements long, and two apart.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / 2)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 2)), (i * 2))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 2)), (i * 2))))

int main(void)
{
    float x[8] = { 0 }, z[8];
    return copy(8, x, z);
}
