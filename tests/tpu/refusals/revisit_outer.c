// Sums over l, an axis outside j. A table has the places of the blocks of o, so only a run can report it.

#include <pallas.h>

enum { R = 8, C = 128 };

PL_KERNEL(sums_kernel, PL_SMEM_REF(const int32_t, to, 2), PL_REF(const float, x, R, C), PL_REF(float, o, R, C))
{
    PL_EACH ((r, R), (c, C))
        o[r][c] = x[r][c] + (float)to[0];
}

PL_CALL(sums, sums_kernel,
        PL_GRID((l, 3), (j, 2)),
        PL_PREFETCH(int32_t, to, (2)),
        PL_IN (float, x, (3 * R, 2 * C), PL_BLOCKSPEC((R, C), (l, j))),
        PL_OUT(float, o, (R, 2 * C), PL_BLOCKSPEC((R, C), (0, to[j]))))

int main(void)
{
    static const int32_t to[2] = { 1, 0 };
    static float x[3 * R * 2 * C], o[R * 2 * C];
    return sums(to, x, o);
}
