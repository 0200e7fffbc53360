// run: PALLAS=chip=v5e
// A table of 2 MiB is prefetched into SMEM.

#include <pallas.h>

enum { N = 512 * 1024 };

PL_KERNEL(pick_kernel, PL_SMEM_REF(const int32_t, t, N), PL_REF(const float, x, 8, 128), PL_REF(float, o, 8, 128))
{
    PL_EACH ((r, 8), (c, 128))
        o[r][c] = x[r][c] + (float)t[0];
}

PL_CALL(pick, pick_kernel,
        PL_GRID((i, 2)),
        PL_PREFETCH(int32_t, t, (N)),
        PL_IN (float, x, (16, 128), PL_BLOCKSPEC((8, 128), (t[i], 0))),
        PL_OUT(float, o, (16, 128), PL_BLOCKSPEC((8, 128), (i, 0))))

int main(void)
{
    static int32_t t[N];
    static float x[16 * 128], o[16 * 128];
    return pick(t, x, o);
}
