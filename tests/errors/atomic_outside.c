// Values without a bin have index -1, and an array that programs share is the user's memory, without guards.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, bins, 3))
{
    PL_EACH ((c, 4))
        PL_ATOMIC_ADD(&bins[x[c]], 1);
}

PL_CALL(count, count_kernel,
        PL_GRID((i, 2)),
        PL_IN   (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_INOUT(int32_t, bins, (3), PL_ATOMIC))

int main(void)
{
    static const int32_t x[8] = { 0, 1, 2, 2, 1, 0, -1, 1 };
    static int32_t bins[3];
    return count(x, bins);
}
