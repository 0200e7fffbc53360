// matmul.c -- z = x · y, in f32.
//
// Program (i, j, l) multiplies a BM x BK block of x by a BK x BN block of y. In larger blocks
// each fetched element is used more often. TPUs need multiples of 8 and 128, which suit other
// machines as well. The block of z does not depend on l, the last and fastest axis, so its window
// accumulates the products of all l in fast memory, and is written back once.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { BM = 128, BN = 128, BK = 128 };

PL_KERNEL(matmul_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, y, BK, BN),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_PROGRAM_ID(2) == 0)
        PL_FILL(z, 0);
    PL_DOT(z, x, y);                                    // z += x · y
}

// The last blocks along k extend past the array. Elements there must add nothing, so they read as zero, in both x and y:
// zero times garbage could still be NaN.
PL_CALL(matmul, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// int matmul(long m, long n, long k, const float *x, const float *y, float *z);

static void reference(long m, long n, long k, const float *x, const float *y, float *z)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            float sum = 0;
            for (long l = 0; l < k; l++)
                sum += x[i * k + l] * y[l * n + j];
            z[i * n + j] = sum;
        }
}

int main(void)
{
    enum { M = 200, N = 150, K = 300 };
    static float x[M * K], y[K * N], z[M * N], expected[M * N];
    example_fill(x, M * K);
    example_fill(y, K * N);
    reference(M, N, K, x, y, expected);

    double start = example_clock();
    if (matmul(M, N, K, x, y, z))
        return example_failed("matmul");
    double seconds = example_clock() - start;

    // A dot product of length K is off by at most K FLT_EPSILON/2 times the sum of |x| |y|, in any order. That sum
    // is at most K, because |x|, |y| <= 1, and two such results are compared.
    double bound = (double)K * FLT_EPSILON * K;
    return example_report("matmul", "z = x y, f32", "200x150x300", example_error(z, expected, M * N), bound, seconds);
}
