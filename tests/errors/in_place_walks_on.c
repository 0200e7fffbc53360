// Under PL_IN_PLACE a pointer that moves from one row to the next leaves the block.

#define PL_IN_PLACE 1
#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, o, 4, 4))
{
    const float *from = x[0];
    float *to = o[0];
    for (int e = 0; e < 16; e++)
        to[e] = from[e];
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2), (j, 2)),
        PL_IN (float, x, (8, 8), PL_BLOCKSPEC((4, 4), (i, j))),
        PL_OUT(float, o, (8, 8), PL_BLOCKSPEC((4, 4), (i, j))))

int main(void)
{
    static float x[64], o[64];
    return copy(x, o);
}
