// run: PALLAS=check=twin
// A smoothed value decays with each step, and its function is not associative: targets that combine parts compute other values.

#include <pallas.h>

static float smooth(float a, float b) { return 0.75f * a + b; }

PL_KERNEL(smooth_kernel, PL_REF(const float, x, 16), PL_REF(float, z, 16))
{
    float s = 0;
    PL_SCAN (s, smooth, (c, 16), x[c])
        z[c] = s;
}

PL_CALL(smoothed, smooth_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 16))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((16), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((16), (i))))

int main(void)
{
    static float x[32] = { 1, 2, 3, 4 }, z[32];
    return smoothed(32, x, z);
}
