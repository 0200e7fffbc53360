// ahead.c -- three buffers, three with lookahead, and one: docs/tpu.md shows the picture.

#include <pallas.h>

enum { R = 8, C = 128, STEPS = 24 };

PL_KERNEL(add_kernel, PL_SMEM_REF(const int32_t, t, STEPS), PL_REF(const float, x, R, C), PL_REF(const float, y, R, C), PL_REF(float, z, R, C))
{
    PL_EACH ((r, R), (c, C))
        z[r][c] = x[r][c] + y[r][c] + (float)t[0];
}

PL_CALL(add, add_kernel,
        PL_GRID((i, STEPS)),
        PL_PREFETCH(int32_t, t, (STEPS)),
        PL_IN (float, x, (STEPS * R, C), PL_BLOCKSPEC((R, C), (i, 0), PL_BUFFERED(3))),
        PL_IN (float, y, (STEPS * R, C), PL_BLOCKSPEC((R, C), (t[i], 0), PL_BUFFERED(3), PL_LOOKAHEAD)),
        PL_OUT(float, z, (STEPS * R, C), PL_BLOCKSPEC((R, C), (i, 0), PL_BUFFERED(1))))

int main(void)
{
    static const int32_t t[STEPS] = { 0, 0, 0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 8, 9, 9, 9, 10 };
    static float x[STEPS * R * C], y[STEPS * R * C], z[STEPS * R * C];
    return add(t, x, y, z);
}
