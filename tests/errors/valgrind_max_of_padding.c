// build: SAN=valgrind
// The maximum of a partial row, without a mask: PL_MAX passes unspecified data on, and the write-back reports it to valgrind.

#include <pallas.h>

PL_KERNEL(top_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 1))
{
    int top = -1000;
    PL_REDUCE (top, PL_MAX, (c, 4), x[c]);
    o[0] = top;
}

PL_CALL(top, top_kernel,
        PL_GRID((i, 2)),
        PL_IN (int, x, (6), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, o, (2), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static int x[6] = { 100000, 1, 2, 3, 200000, 5 }, o[2];
    return top(x, o);
}
