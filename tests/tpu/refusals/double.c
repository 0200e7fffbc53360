// run: PALLAS=chip=v7x
// The chip computes in 32 bits.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const double, x, 8, 128), PL_REF(double, o, 8, 128))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (double, x, (16, 128), PL_BLOCKSPEC((8, 128), (i, 0))),
        PL_OUT(double, o, (16, 128), PL_BLOCKSPEC((8, 128), (i, 0))))

int main(void)
{
    static double x[2048], o[2048];
    return copy(x, o);
}
