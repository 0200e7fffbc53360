// Half of a tile was never filled before it is summed.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const double, x, 2), PL_REF(double, o, 1))
{
    PL_TILE(double, t, 4);
    PL_EACH ((c, 2))
        t[c] = x[c];
    PL_FILL(o, 0);
    PL_REDUCE (o[0], PL_ADD, (c, 4), t[c]);
}

PL_CALL(sum, sum_kernel,
        PL_GRID(),
        PL_IN (double, x, (2), PL_WHOLE),
        PL_OUT(double, o, (1), PL_WHOLE))

int main(void)
{
    static double x[2], o[1];
    return sum(x, o);
}
