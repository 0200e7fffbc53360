// run: PALLAS=check=twin
// A sum over a partial block, in integers: no value marks unspecified data, so two runs with different data find it.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_REDUCE (o[0], PL_ADD, (c, 4), x[c]);
}

PL_CALL(sum, sum_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, o, (1), PL_WHOLE))

int main(void)
{
    static int x[6], o[1];
    return sum(6, x, o);
}
