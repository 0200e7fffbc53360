// stencil.c -- one step of heat flow: each point moves towards the mean of its four neighbors.
//
// A block of z needs the same block of x and a border of one point around it. The window, not the kernel, includes
// the border: PL_ELEMENT windows of neighboring blocks overlap, and PL_EDGE is the value outside. Two
// more rows and columns would be enough; there are 8 and 128 more, because TPUs need multiples of these.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { BM = 32, BN = 128, HIGH = BM + 8, WIDE = BN + 128 };

#define RATE 0.2f
#define COLD 0.0f                       // the temperature around the plate

PL_KERNEL(heat_kernel,
          PL_REF(const float, x, HIGH, WIDE),
          PL_REF(float, z, BM, BN))
{
    PL_EACH ((r, BM), (c, BN)) {
        float here = x[r + 1][c + 1];
        float around = x[r][c + 1] + x[r + 2][c + 1] + x[r + 1][c] + x[r + 1][c + 2];
        z[r][c] = here + RATE * (around - 4 * here);
    }
}

// The padding before the array is 1. The last window may have only 2 rows or columns in it, so hi is HIGH - 2 and WIDE - 2.
PL_CALL(heat, heat_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_ELEMENT(HIGH, 1, HIGH - 2), PL_ELEMENT(WIDE, 1, WIDE - 2)),
                                              (i * BM, j * BN), PL_EDGE(COLD))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// int heat(long m, long n, const float *x, float *z);

static float point(long m, long n, const float *x, long r, long c)
{
    return r >= 0 && r < m && c >= 0 && c < n ? x[r * n + c] : COLD;
}

static void reference(long m, long n, const float *x, float *z)
{
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float around = point(m, n, x, r - 1, c) + point(m, n, x, r + 1, c)
                         + point(m, n, x, r, c - 1) + point(m, n, x, r, c + 1);
            z[r * n + c] = x[r * n + c] + RATE * (around - 4 * x[r * n + c]);
        }
}

int main(void)
{
    enum { M = 211, N = 317 };          // no block divides either
    static float x[M * N], z[M * N], expected[M * N];
    example_fill(x, M * N);
    reference(M, N, x, expected);

    double start = example_clock();
    if (heat(M, N, x, z))
        return example_failed("stencil");
    double seconds = example_clock() - start;

    // Both sides round at most 6 times, and |here| + RATE (|around| + 4 |here|) <= 1 + 8 RATE as |x| <= 1. So each is
    // within 7 u (1 + 8 RATE) of the exact value (7 for 6 covers second order), with 2 u = FLT_EPSILON.
    double bound = 7 * FLT_EPSILON * (1 + 8 * RATE);
    return example_report("stencil", "heat flow, 5 points, halo, f32", "211x317",
                          example_error(z, expected, M * N), bound, seconds);
}
