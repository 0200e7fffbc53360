// matmul_fused.c -- z = silu(x · w + bias), a layer of a neural network in one pass, in bf16.
//
// The blocks are cut as in matmul_bf16.c. z is bf16, too narrow to accumulate in, so a block of f32
// scratch holds the sum from step to step. The activation is applied to that block at the last
// step along k, before it is written back: the sum itself never leaves fast memory.

#include <float.h>
#include <math.h>
#include <pallas.h>
#include "example.h"

enum { BM = 128, BN = 128, BK = 128 };

// A plain C function: the kernel and the reference both call it.
static float silu(float v)
{
    return v / (1 + expf(-v));
}

PL_KERNEL(matmul_fused_kernel,
          PL_REF(const pl_bf16, x, BM, BK),
          PL_REF(const pl_bf16, w, BK, BN),
          PL_REF(const float, bias, BN),
          PL_REF(pl_bf16, z, BM, BN),
          PL_REF(float, sum, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, x, w);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = pl_to_bf16(silu(sum[r][c] + bias[c]));
}

PL_CALL(matmul_fused, matmul_fused_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, x,    (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, w,    (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float,   bias, (n),    PL_BLOCKSPEC((BN), (j))),
        PL_OUT(pl_bf16, z,    (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))

// int matmul_fused(long m, long n, long k, const pl_bf16 *x, const pl_bf16 *w, const float *bias, pl_bf16 *z);

static void reference(long m, long n, long k, const pl_bf16 *x, const pl_bf16 *w, const float *bias, float *z)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            float sum = 0;
            for (long l = 0; l < k; l++)
                sum += pl_to_f32(x[i * k + l]) * pl_to_f32(w[l * n + j]);
            z[i * n + j] = silu(sum + bias[j]);
        }
}

static void fill_bf16(pl_bf16 *x, long n)
{
    for (long i = 0; i < n; i++)
        x[i] = pl_to_bf16(example_random());
}

int main(void)
{
    enum { M = 200, N = 150, K = 300 };
    static pl_bf16 x[M * K], w[K * N], z[M * N];
    static float bias[N], result[M * N], expected[M * N];
    fill_bf16(x, M * K);
    fill_bf16(w, K * N);
    example_fill(bias, N);
    reference(M, N, K, x, w, bias, expected);

    double start = example_clock();
    if (matmul_fused(M, N, K, x, w, bias, z))
        return example_failed("matmul_fused");
    double seconds = example_clock() - start;

    double largest = 0;
    for (long i = 0; i < M * N; i++) {
        result[i] = pl_to_f32(z[i]);
        largest = fmax(largest, fabs(expected[i]));
    }

    // Two sums of K + 1 terms of at most 1 differ by at most (K + 1)^2 FLT_EPSILON. silu is nowhere steeper than 1.1,
    // and rounds 8 times if expf is at its worst. The reference is f32, so one rounding to bf16, of 2^-8, is added.
    double sums = (K + 1.0) * (K + 1.0) * FLT_EPSILON;
    double bound = 1.1 * sums + (8 * FLT_EPSILON + 1.0 / 256) * (largest + 1.1 * sums);
    return example_report("matmul_fused", "z = silu(x w + bias), bf16", "200x150x300",
                          example_error(result, expected, M * N), bound, seconds);
}
