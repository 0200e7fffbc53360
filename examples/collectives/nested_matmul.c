// nested_matmul.c -- z = x y by a pipeline inside a kernel: whole arrays in HBM, and windows of them for another kernel.
//
// The outer kernel runs once, and could also start copies to other devices around its pipeline. The inner one is
// a PL_KERNEL that a PL_CALL could use as well. An INOUT window starts with its block of z, so the product is added to
// its contents; with PL_INIT(0, k == 0) the window of each first step starts with zeros instead.

#include <pallas.h>
#include "../example.h"

enum { BM = 8, BN = 8, BK = 4 };

PL_KERNEL(add_product,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, y, BK, BN),
          PL_REF(float, z, BM, BN))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(nested_matmul_kernel,
          PL_ANY_REF(const float, x, 2),
          PL_ANY_REF(const float, y, 2),
          PL_ANY_REF(float, z, 2))
{
    PL_PIPELINE(add_product,
                PL_GRID((i, PL_DIM(z, 0) / BM), (j, PL_DIM(z, 1) / BN), (k, PL_DIM(x, 1) / BK)),
                PL_IN   (x, PL_BLOCKSPEC((BM, BK), (i, k))),
                PL_IN   (y, PL_BLOCKSPEC((BK, BN), (k, j))),
                PL_INOUT(z, PL_BLOCKSPEC((BM, BN), (i, j), PL_INIT(0, k == 0))));
}

PL_CALL(nested_matmul, nested_matmul_kernel,
        PL_SIZES(m, n, k), PL_GRID(),
        PL_IN (float, x, (m, k), PL_ANY),
        PL_IN (float, y, (k, n), PL_ANY),
        PL_OUT(float, z, (m, n), PL_ANY))

// int nested_matmul(long m, long n, long k, const float *x, const float *y, float *z);

#ifndef GOLDEN
enum { M = 64, N = 96, K = 128 };

static float x[M * K], y[K * N], z[M * N], expected[M * N];

static void reference(void)
{
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            for (long l = 0; l < K; l++)
                expected[r * N + c] += x[r * K + l] * y[l * N + c];
}

int main(void)
{
    example_fill(x, M * K);
    example_fill(y, K * N);
    reference();

    double start = example_clock();
    if (nested_matmul(M, N, K, x, y, z))
        return example_failed("nested_matmul");
    double seconds = example_clock() - start;

    // The sums are those of the reference, but a compiler may fuse a multiplication and an addition in one of them: each
    // of the K products, all below 1, and each partial sum, below K, rounds once more or less.
    double bound = K * (1 + K) * 6e-8;
    return example_report("nested_matmul", "z = x y, a pipeline inside a kernel", "64x96x128",
                          example_error(z, expected, M * N), bound, seconds);
}
#endif
