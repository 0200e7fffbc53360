// A scalar gives the width of the kernel's ref, and the caller passes 5 for a block of 4.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, o, n))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SCALAR(long, n),
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[8], o[8];
    return copy(5, x, o);
}
