// Programs of a parallel axis count in one PL_INOUT, which needs PL_ATOMIC.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const int, x, 4), PL_REF(int, count, 2))
{
    PL_LOOP (c, 0, 4)
        count[x[c] & 1]++;
}

PL_CALL(count_odd, count_kernel,
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_IN   (int, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_INOUT(int, count, (2), PL_WHOLE))

int main(void)
{
    static int x[8], count[2];
    return count_odd(x, count);
}
