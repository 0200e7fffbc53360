// The grid has one axis, number 0.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(long, o, 4))
{
    PL_FILL(o, PL_PROGRAM_ID(1));
}

PL_CALL(count, count_kernel,
        PL_GRID((i, 2)),
        PL_OUT(long, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static long o[8];
    return count(o);
}
