// Scratch with a wrong size that exceeds the memory.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(long, wide), PL_REF(const float, x, 4), PL_REF(float, z, 4), PL_REF(float, row, wide))
{
    PL_FILL(row, 0);
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n), PL_SCALAR(long, wide),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))),
        PL_SCRATCH(float, (wide)))

int main(void)
{
    float x[8] = { 0 }, z[8];
    return copy(8, 1L << 50, x, z);
}
