// matrix_add.c -- z = x + y, for matrices of any shape.
//
// The blocks are tiles of 64 rows and 128 columns, so neither a tall nor a wide matrix exceeds the fast memory, and
// 128 is the width of a TPU's vector registers. 300x500 is not a multiple of 64x128: the tiles at the right and at
// the bottom extend past the array. No tile depends on another, as PL_PARALLEL promises: they may run in any order.

#include <pallas.h>
#include "example.h"

enum { BM = 64, BN = 128 };

PL_KERNEL(matrix_add_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(const float, y, BM, BN),
          PL_REF(float, z, BM, BN))
{
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = x[r][c] + y[r][c];
}

PL_CALL(matrix_add, matrix_add_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_IN (float, y, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// int matrix_add(long m, long n, const float *x, const float *y, float *z);

static void reference(long m, long n, const float *x, const float *y, float *z)
{
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            z[r * n + c] = x[r * n + c] + y[r * n + c];
}

int main(void)
{
    enum { M = 300, N = 500 };
    static float x[M * N], y[M * N], z[M * N], expected[M * N];
    example_fill(x, M * N);
    example_fill(y, M * N);
    reference(M, N, x, y, expected);

    double start = example_clock();
    if (matrix_add(M, N, x, y, z))
        return example_failed("matrix_add");
    double seconds = example_clock() - start;

    double bound = 0;                                   // one addition, rounded in the same way on every machine
    return example_report("matrix_add", "z = x + y", "300x500", example_error(z, expected, M * N), bound, seconds);
}
