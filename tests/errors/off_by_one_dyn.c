// The slice starts one column late, which is known only at run time: the last column is past the end.

#include <pallas.h>

PL_KERNEL(difference_kernel, PL_SCALAR(int, shift), PL_REF(const float, x, 2, 4), PL_REF(float, o, 2, 4))
{
    PL_EACH ((r, 2), (c, 4))
        o[r][c] = x[r][c + shift] - x[r][c];
}

PL_CALL(difference, difference_kernel,
        PL_SCALAR(int, shift),
        PL_GRID((i, 2)),
        PL_IN (float, x, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))),
        PL_OUT(float, o, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))))

int main(void)
{
    static float x[16], o[16];
    return difference(1, x, o);
}
