// shift.c -- each element takes the value of its right neighbor; the last one of a block has none in the block.

#include <pallas.h>

enum { N = 4 };

PL_KERNEL(shift_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_EACH ((c, N))
        z[c] = x[c + 1];
}

PL_CALL(shift, shift_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (2 * N), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (2 * N), PL_BLOCKSPEC((N), (i))))

int main(void)
{
    float x[2 * N] = { 1, 2, 3, 4, 5, 6, 7, 8 }, z[2 * N];
    return shift(x, z);
}
