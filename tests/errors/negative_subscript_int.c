// run: PALLAS=check=twin
// x[r - 1] at r = 0, in integers: a row before the block.

#include <pallas.h>

PL_KERNEL(difference_kernel, PL_REF(const int, x, 2, 4), PL_REF(int, o, 2, 4))
{
    PL_EACH ((r, 2), (c, 4))
        o[r][c] = x[r][c] - x[r - 1][c];
}

PL_CALL(difference, difference_kernel,
        PL_GRID((i, 2)),
        PL_IN (int, x, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))),
        PL_OUT(int, o, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))))

int main(void)
{
    static int x[16], o[16];
    return difference(x, o);
}
