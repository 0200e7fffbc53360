// Sums over l, an axis outside j: at the next index of l the visits of the blocks of o have ended.
// pallasc reports it, without a run.

#include <pallas.h>

enum { R = 8, C = 128 };

PL_KERNEL(sums_kernel, PL_REF(const float, x, R, C), PL_REF(float, o, R, C))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_EACH ((r, R), (c, C))
        o[r][c] += x[r][c];
}

PL_CALL(sums, sums_kernel,
        PL_GRID((l, 3), (j, 2)),
        PL_IN (float, x, (3 * R, 2 * C), PL_BLOCKSPEC((R, C), (l, j))),
        PL_OUT(float, o, (R, 2 * C), PL_BLOCKSPEC((R, C), (0, j))))

int main(void)
{
    static float x[3 * R * 2 * C], o[R * 2 * C];
    return sums(x, o);
}
