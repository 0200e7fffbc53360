// run: PALLAS=chip=v5e
// All programs add to one array in HBM.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const int32_t, x, 8, 128), PL_REF(int32_t, bins, 128))
{
    PL_EACH ((r, 8), (c, 128))
        PL_ATOMIC_ADD(&bins[x[r][c] & 127], 1);
}

PL_CALL(count, count_kernel,
        PL_GRID((i, 2)),
        PL_IN   (int32_t, x, (16, 128), PL_BLOCKSPEC((8, 128), (i, 0))),
        PL_INOUT(int32_t, bins, (128), PL_ATOMIC))

int main(void)
{
    static int32_t x[16 * 128], bins[128];
    return count(x, bins);
}
