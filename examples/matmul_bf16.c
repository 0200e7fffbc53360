// matmul_bf16.c -- z = x · y, of bf16 matrices, with an f32 result.
//
// Matrix units are fastest with bf16. PL_DOT multiplies the narrow values and accumulates in f32: z is f32, so
// its block is the accumulator. The blocks are cut as in matmul.c, and those of x and y have half as many bytes.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { BM = 128, BN = 128, BK = 128 };

PL_KERNEL(matmul_bf16_kernel,
          PL_REF(const pl_bf16, x, BM, BK),
          PL_REF(const pl_bf16, y, BK, BN),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul_bf16, matmul_bf16_kernel,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float,   z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// int matmul_bf16(long m, long n, long k, const pl_bf16 *x, const pl_bf16 *y, float *z);

static void reference(long m, long n, long k, const pl_bf16 *x, const pl_bf16 *y, float *z)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            float sum = 0;
            for (long l = 0; l < k; l++)
                sum += pl_to_f32(x[i * k + l]) * pl_to_f32(y[l * n + j]);
            z[i * n + j] = sum;
        }
}

static void fill_bf16(pl_bf16 *x, long n)
{
    for (long i = 0; i < n; i++)
        x[i] = pl_to_bf16(example_random());
}

int main(void)
{
    enum { M = 200, N = 150, K = 170 };
    static pl_bf16 x[M * K], y[K * N];
    static float z[M * N], expected[M * N];
    fill_bf16(x, M * K);
    fill_bf16(y, K * N);
    reference(M, N, K, x, y, expected);

    double start = example_clock();
    if (matmul_bf16(M, N, K, x, y, z))
        return example_failed("matmul_bf16");
    double seconds = example_clock() - start;

    // The product of two bf16 values is exact in f32, so only the order of the sum matters: it is off by at most
    // K FLT_EPSILON/2 times the sum of |x| |y|, which is at most K, and two such results are compared.
    double bound = (double)K * FLT_EPSILON * K;
    return example_report("matmul_bf16", "z = x y, bf16 to f32", "200x150x170", example_error(z, expected, M * N),
                          bound, seconds);
}
