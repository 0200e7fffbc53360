// The kernel uses an axis that the call does not name.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(long, o, 4))
{
    PL_FILL(o, PL_AXIS(row));
}

PL_CALL(count, count_kernel,
        PL_GRID((rows, 2), (columns, 1)),
        PL_OUT(long, o, (8), PL_BLOCKSPEC((4), (rows))))

int main(void)
{
    static long o[8];
    return count(o);
}
