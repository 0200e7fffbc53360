// grouped_matmul.c -- rows sorted by group, each group times its own matrix: a mixture of experts.
//
// The rows are cut into tiles of BM, independent of the groups, so no group needs padding. A tile that several
// groups share is used once for each of them, in consecutive steps, with one window of z. Each step adds the rows
// of its own group. Tables made on the host give the tile and the group of each step; empty groups have none.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { BM = 16, BN = 128, BK = 128 };

PL_KERNEL(grouped_kernel,
          PL_SCALAR(long, groups),
          PL_SCALAR(long, visits),
          PL_SMEM_REF(const int32_t, first, groups + 1),
          PL_SMEM_REF(const int32_t, tile, visits),
          PL_SMEM_REF(const int32_t, group, visits),
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, y, BK, BN),
          PL_REF(float, z, BM, BN))
{
    long v = PL_AXIS(v);
    long top = (long)tile[v] * BM, from = first[group[v]], to = first[group[v] + 1];
    PL_TILE(float, mine, BM, BK);

    PL_WHEN (PL_FIRST(2) && (v == 0 || tile[v] != tile[v - 1]))
        PL_FILL(z, 0);
    PL_EACH ((r, BM), (c, BK))
        mine[r][c] = top + r >= from && top + r < to ? x[r][c] : 0;
    PL_DOT(z, mine, y);
}

PL_CALL(grouped_matmul, grouped_kernel,
        PL_SIZES(m, n, k),
        PL_SCALAR(long, groups),
        PL_SCALAR(long, visits),
        PL_GRID((j, PL_CDIV(n, BN)), (v, visits), (l, PL_CDIV(k, BK))),
        PL_PREFETCH(int32_t, first, (groups + 1)),
        PL_PREFETCH(int32_t, tile,  (visits)),
        PL_PREFETCH(int32_t, group, (visits)),
        PL_IN (float, x, (m, k),         PL_BLOCKSPEC((BM, BK), (tile[v], l), PL_EDGE(0))),
        PL_IN (float, y, (groups, k, n), PL_BLOCKSPEC((PL_NONE, BK, BN), (group[v], l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n),         PL_BLOCKSPEC((BM, BN), (tile[v], j))))

// int grouped_matmul(long m, long n, long k, long groups, long visits, const int32_t *first, const int32_t *tile,
//                    const int32_t *group, const float *x, const float *y, float *z);

// Writes the visits in the order of rows: at most one per tile, plus one per group. Returns their number.
static long plan_visits(long groups, const int32_t *first, int32_t *tile, int32_t *group)
{
    long visits = 0;
    for (int32_t g = 0; g < groups; g++)
        for (int32_t t = first[g] / BM; t * BM < first[g + 1] && first[g] < first[g + 1]; t++, visits++) {
            tile[visits] = t;
            group[visits] = g;
        }
    return visits;
}

static void reference(long n, long k, long groups, const int32_t *first, const float *x, const float *y,
                      float *z)
{
    for (long g = 0; g < groups; g++)
        for (long r = first[g]; r < first[g + 1]; r++)
            for (long c = 0; c < n; c++) {
                double sum = 0;
                for (long l = 0; l < k; l++)
                    sum += (double)x[r * k + l] * y[(g * k + l) * n + c];
                z[r * n + c] = (float)sum;
            }
}

int main(void)
{
    enum { M = 203, N = 150, K = 170, GROUPS = 7, MOST_VISITS = M / BM + 1 + GROUPS };
    static float x[M * K], y[GROUPS * K * N], z[M * N], expected[M * N];
    static const int32_t first[GROUPS + 1] = { 0, 5, 64, 64, 75, 80, 193, M };      // the third is empty
    int32_t tile[MOST_VISITS], group[MOST_VISITS];
    long visits = plan_visits(GROUPS, first, tile, group);

    example_fill(x, M * K);
    example_fill(y, GROUPS * K * N);
    reference(N, K, GROUPS, first, x, y, expected);

    double start = example_clock();
    if (grouped_matmul(M, N, K, GROUPS, visits, first, tile, group, x, y, z))
        return example_failed("grouped_matmul");
    double seconds = example_clock() - start;

    // A sum of K products, in any order, is within (K + 1) u sum |x y| of the exact one, 2 u = FLT_EPSILON, and
    // sum |x y| <= K as |x|, |y| <= 1. Adding zeros is exact. The reference, a rounded double, adds one more u K.
    double bound = (K + 2) * FLT_EPSILON / 2 * K;
    return example_report("grouped_matmul", "each group of rows x its matrix, f32", "203x150x170, 7 groups",
                          example_error(z, expected, M * N), bound, seconds);
}
