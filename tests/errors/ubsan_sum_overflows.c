// A sum of ints that overflows.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 1))
{
    int sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, 4), x[c]);
    o[0] = sum;
}

PL_CALL(sum, sum_kernel,
        PL_GRID(),
        PL_IN (int, x, (4), PL_WHOLE),
        PL_OUT(int, o, (1), PL_WHOLE))

int main(void)
{
    int x[4] = { 1 << 30, 1 << 30, 1, 1 }, o[1];
    return sum(x, o);
}
