// run: PALLAS=order=reverse
// A sum over a parallel axis: the output is new at each of its indices, and PL_FIRST is true at only one.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    PL_REDUCE (z[0], PL_ADD, (c, 4), x[c]);
}

PL_CALL(sum, sum_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, n / 4)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (1), PL_WHOLE))

int main(void)
{
    float x[8] = { 0 }, z[1];
    return sum(8, x, z);
}
