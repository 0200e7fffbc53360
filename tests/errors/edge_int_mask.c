// run: PALLAS=check=twin
// A partial block without a mask, counted by a bit that two of three kinds of unspecified data have.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 1))
{
    int count = 0;
    PL_REDUCE (count, PL_ADD, (c, 4), (x[c] & 8) != 0);
    o[0] = count;
}

PL_CALL(count, count_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, o, (PL_CDIV(n, 4)), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static int x[6];
    static int o[2];
    return count(6, x, o);
}
