// block_sparse.c -- a sparse matrix, stored as its nonzero blocks, times a dense one.
//
// The grid has one program per nonzero block, sorted by row, not one per possible block. Prefetched tables give the
// place of each block. Blocks of one row are consecutive, so one window of z accumulates their products.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { B = 16, BN = 128 };

PL_KERNEL(sparse_kernel,
          PL_SCALAR(long, blocks),
          PL_SMEM_REF(const int32_t, row, blocks),
          PL_SMEM_REF(const int32_t, column, blocks),
          PL_REF(const float, x, B, B),
          PL_REF(const float, y, B, BN),
          PL_REF(float, z, B, BN))
{
    long b = PL_AXIS(b);
    PL_WHEN (b == 0 || row[b] != row[b - 1])
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

// Each row of blocks must be in the table, if only with a block of zeros. Otherwise no program writes its part of z.
PL_CALL(sparse_matmul, sparse_kernel,
        PL_SIZES(rows, columns, n),             // in blocks, in blocks, in elements
        PL_SCALAR(long, blocks),
        PL_GRID((j, PL_CDIV(n, BN)), (b, blocks)),
        PL_PREFETCH(int32_t, row,    (blocks)),
        PL_PREFETCH(int32_t, column, (blocks)),
        PL_IN (float, x, (blocks, B, B),   PL_BLOCKSPEC((PL_NONE, B, B), (b, 0, 0))),
        PL_IN (float, y, (columns * B, n), PL_BLOCKSPEC((B, BN), (column[b], j))),
        PL_OUT(float, z, (rows * B, n),    PL_BLOCKSPEC((B, BN), (row[b], j))))

// int sparse_matmul(long rows, long columns, long n, long blocks, const int32_t *row, const int32_t *column,
//                   const float *x, const float *y, float *z);

static int is_zero(long k, const float *corner)
{
    for (long r = 0; r < B; r++)
        for (long c = 0; c < B; c++)
            if (corner[r * k + c] != 0)
                return 0;
    return 1;
}

// Writes the nonzero blocks of a dense matrix, and a zero block for a row that has none; returns their number.
static long pack(long rows, long columns, const float *dense, int32_t *row, int32_t *column, float *x)
{
    long blocks = 0, k = columns * B;
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++) {
            const float *corner = dense + r * B * k + c * B;
            int row_is_empty = blocks == 0 || row[blocks - 1] != r;
            if (is_zero(k, corner) && !(row_is_empty && c == columns - 1))
                continue;
            row[blocks] = (int32_t)r;
            column[blocks] = (int32_t)c;
            for (long e = 0; e < B * B; e++)
                x[blocks * B * B + e] = corner[e / B * k + e % B];
            blocks++;
        }
    return blocks;
}

static void reference(long m, long k, long n, const float *x, const float *y, float *z)
{
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            double sum = 0;
            for (long l = 0; l < k; l++)
                sum += (double)x[r * k + l] * y[l * n + c];
            z[r * n + c] = (float)sum;
        }
}

int main(void)
{
    enum { ROWS = 9, COLUMNS = 11, M = ROWS * B, K = COLUMNS * B, N = 150 };
    static float dense[M * K], x[M * K], y[K * N], z[M * N], expected[M * N];
    static int32_t row[ROWS * COLUMNS], column[ROWS * COLUMNS];
    for (long r = 0; r < M; r++)        // a band and a few strays, and nothing at all in row 5
        for (long c = 0; c < K; c++) {
            long i = r / B, j = c / B;
            int is_there = i != 5 && (labs(i - j) <= 1 || (7 * i + 3 * j) % 11 == 0);
            dense[r * K + c] = is_there ? example_random() : 0;
        }
    long blocks = pack(ROWS, COLUMNS, dense, row, column, x);
    example_fill(y, K * N);
    reference(M, K, N, dense, y, expected);

    double start = example_clock();
    if (sparse_matmul(ROWS, COLUMNS, N, blocks, row, column, x, y, z))
        return example_failed("block_sparse");
    double seconds = example_clock() - start;

    // A sum of at most K products, in any order, is within (K + 1) u sum |x y| of the exact one, and
    // sum |x y| <= K as |x|, |y| <= 1. The reference, a rounded double, adds one more u K; 2 u = FLT_EPSILON.
    double bound = (K + 2) * FLT_EPSILON / 2 * K;
    return example_report("block_sparse", "blocks that are there x dense, f32", "144x150x176",
                          example_error(z, expected, M * N), bound, seconds);
}
