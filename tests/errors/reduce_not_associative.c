// run: PALLAS=check=twin
// An average of two values is not associative: the first element would count less than the last.

#include <pallas.h>

static int32_t average(int32_t a, int32_t b) { return (a + b) / 2; }

PL_KERNEL(average_kernel, PL_REF(const int32_t, x, 16), PL_REF(int32_t, z, 1))
{
    int32_t s = x[0];
    PL_REDUCE (s, average, (c, 1, 16), x[c]);
    z[0] = s;
}

PL_CALL(averages, average_kernel,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_IN (int32_t, x, (n, 16), PL_BLOCKSPEC((PL_NONE, 16), (i, 0))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static int32_t x[32] = { 1, 20, 300, 4000, 50, 6 }, z[2];
    return averages(2, x, z);
}
