// x[r - 1] at r = 0: a row before the block.

#include <pallas.h>

PL_KERNEL(difference_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 2, 4))
{
    PL_EACH ((r, 2), (c, 4))
        o[r][c] = x[r][c] - x[r - 1][c];
}

PL_CALL(difference, difference_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))),
        PL_OUT(float, o, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))))

int main(void)
{
    static float x[16], o[16];
    return difference(x, o);
}
