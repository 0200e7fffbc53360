// matmul.c -- products of matrices: plain, in batches, transposed, triangular, with a long or a short sum, with a vector.
//
// z has its block in fast memory while l, the last axis, goes along the sum. What is past the end of the sum is 0.

#include "../card.h"

enum { BM = 128, BN = 128, BK = 32 };

PL_KERNEL(matmul_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// The same for each of many pairs of matrices.
PL_CALL(batched_matmul, matmul_kernel,
        PL_SIZES(batch, m, n, k),
        PL_BATCH(b, batch, x, y, z),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// z has few blocks and the sum is long: the target may divide the steps of a PL_REDUCTION among groups.
PL_CALL(matmul_long, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), PL_REDUCTION(l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// x is transposed in memory: so is its block.
PL_KERNEL(matmul_tn_kernel, PL_REF(const float, x, BK, BM), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, PL_T(x), y);
}

PL_CALL(matmul_tn, matmul_tn_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (k, m), PL_BLOCKSPEC((BK, BM), (l, i), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

PL_KERNEL(matmul_nt_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BN, BK), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, PL_T(y));
}

PL_CALL(matmul_nt, matmul_nt_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

PL_KERNEL(matmul_tt_kernel, PL_REF(const float, x, BK, BM), PL_REF(const float, y, BN, BK), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, PL_T(x), PL_T(y));
}

PL_CALL(matmul_tt, matmul_tt_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (k, m), PL_BLOCKSPEC((BK, BM), (l, i), PL_EDGE(0))),
        PL_IN (float, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// Upper triangles: x[r][l] is 0 for l < r, and y[l][c] for l > c. Blocks of zeros are skipped. Lower ones are upper ones of the
// transposed product: lower(x) lower(y) skips where l > r or l < c.
PL_KERNEL(triangular_kernel, PL_SCALAR(bool, is_upper),
          PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    const long row = PL_AXIS(i) * BM, column = PL_AXIS(j) * BN, l = PL_AXIS(l) * BK;
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_WHEN (is_upper ? l + BK > row && l < column + BN : l < row + BM && l + BK > column)
        PL_DOT(z, x, y);
}

PL_CALL(triangular_matmul, triangular_kernel,
        PL_SIZES(n),
        PL_SCALAR(bool, is_upper),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(n, BK))),
        PL_IN (float, x, (n, n), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (n, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// Rows times a diagonal: no sum at all.
enum { ROWS = 8, COLUMNS = 512 };

PL_KERNEL(diagonal_kernel, PL_REF(const float, d, ROWS), PL_REF(const float, y, ROWS, COLUMNS), PL_REF(float, z, ROWS, COLUMNS))
{
    PL_EACH ((r, ROWS), (c, COLUMNS))
        z[r][c] = d[r] * y[r][c];
}

PL_CALL(diagonal_matmul, diagonal_kernel,
        PL_SIZES(n, m),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, ROWS)), PL_PARALLEL(j, PL_CDIV(m, COLUMNS))),
        PL_IN (float, d, (n),    PL_BLOCKSPEC((ROWS), (i))),
        PL_IN (float, y, (n, m), PL_BLOCKSPEC((ROWS, COLUMNS), (i, j))),
        PL_OUT(float, z, (n, m), PL_BLOCKSPEC((ROWS, COLUMNS), (i, j))))

// A row and a vector: a sum that work-items share.
enum { LONG = 16384 };

PL_KERNEL(matvec_kernel, PL_REF(const float, x, LONG), PL_REF(const float, y, LONG), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(1))
        z[0] = 0;
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, LONG), x[c] * y[c]);
    z[0] += sum;
}

PL_CALL(matvec, matvec_kernel,
        PL_SIZES(m, k),
        PL_GRID(PL_PARALLEL(i, m), PL_REDUCTION(l, PL_CDIV(k, LONG))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((PL_NONE, LONG), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k),    PL_BLOCKSPEC((LONG), (l), PL_EDGE(0))),
        PL_OUT(float, z, (m),    PL_BLOCKSPEC((1), (i))))

// ---- Are they right? ----

// Compares z with x y for each of the batch, where l goes through the sum and x and y are given by their strides.
static void compare(const float *z, long batch, long m, long n, long k, long x_row, long x_l, long y_l, long y_column, long y_apart)
{
    CARD_EACH (i, batch * m * n) {
        long b = i / (m * n), row = i / n % m, column = i % n;
        struct card_sum s = { 0, 0 };
        for (long l = 0; l < k; l++)
            card_add(&s, (double)IN(0, b * m * k + row * x_row + l * x_l) * IN(1, b * y_apart + l * y_l + column * y_column));
        card_compare(z, i, s.value, card_bound(s, (double)k));
    }
}

static void try_matmul(long m, long n, long k)
{
    float *x = card_in(0, m * k), *y = card_in(1, k * n), *z = card_out(m * n);
    CARD_RUN(matmul(m, n, k, x, y, z));
    compare(z, 1, m, n, k, k, 1, n, 1, 0);
}

static void try_long(long m, long n, long k)
{
    float *x = card_in(0, m * k), *y = card_in(1, k * n), *z = card_out(m * n);
    CARD_RUN(matmul_long(m, n, k, x, y, z));
    compare(z, 1, m, n, k, k, 1, n, 1, 0);
}

static void try_batched(long batch, long m, long n, long k)
{
    float *x = card_in(0, batch * m * k), *y = card_in(1, batch * k * n), *z = card_out(batch * m * n);
    CARD_RUN(batched_matmul(batch, m, n, k, x, y, z));
    compare(z, batch, m, n, k, k, 1, n, 1, k * n);
}

static void try_tn(long m, long n, long k)
{
    float *x = card_in(0, m * k), *y = card_in(1, k * n), *z = card_out(m * n);
    CARD_RUN(matmul_tn(m, n, k, x, y, z));
    compare(z, 1, m, n, k, 1, m, n, 1, 0);
}

static void try_nt(long m, long n, long k)
{
    float *x = card_in(0, m * k), *y = card_in(1, k * n), *z = card_out(m * n);
    CARD_RUN(matmul_nt(m, n, k, x, y, z));
    compare(z, 1, m, n, k, k, 1, 1, k, 0);
}

static void try_tt(long m, long n, long k)
{
    float *x = card_in(0, m * k), *y = card_in(1, k * n), *z = card_out(m * n);
    CARD_RUN(matmul_tt(m, n, k, x, y, z));
    compare(z, 1, m, n, k, 1, m, 1, k, 0);
}

// Sets the elements below the diagonal, or above it, to 0.
static void cut(long n, bool is_upper, float *x)
{
    float *zeros = calloc((size_t)n, sizeof *zeros);
    for (long r = 0; r < n; r++) {
        float *place = is_upper ? x + r * n : x + r * n + r + 1;
        card.is_wrong |= pl_upload(place, zeros, (size_t)(is_upper ? r : n - 1 - r) * sizeof *zeros);
    }
    free(zeros);
}

static void try_triangular(long n, bool is_upper)
{
    float *x = card_in(0, n * n), *y = card_in(1, n * n), *z = card_out(n * n);
    cut(n, is_upper, x);
    cut(n, is_upper, y);
    CARD_RUN(triangular_matmul(n, is_upper, x, y, z));
    CARD_EACH (i, n * n) {
        long row = i / n, column = i % n;
        struct card_sum s = { 0, 0 };
        for (long l = is_upper ? row : column; l <= (is_upper ? column : row); l++)
            card_add(&s, (double)IN(0, row * n + l) * IN(1, l * n + column));
        card_compare(z, i, s.value, card_bound(s, (double)n));
    }
}

static void try_diagonal(long n, long m)
{
    float *d = card_in(0, n), *y = card_in(1, n * m), *z = card_out(n * m);
    CARD_RUN(diagonal_matmul(n, m, d, y, z));
    CARD_EACH (i, n * m)
        card_compare(z, i, (double)IN(0, i / m) * IN(1, i), CARD_ULP);
}

static void try_matvec(long m, long k)
{
    float *x = card_in(0, m * k), *y = card_in(1, k), *z = card_out(m);
    CARD_RUN(matvec(m, k, x, y, z));
    compare(z, 1, m, 1, k, k, 1, 1, 0, 0);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long m = CARD_SIZE(130, 2048), n = CARD_SIZE(33, 4096), k = CARD_SIZE(50, 8192), square = CARD_SIZE(150, 4096);
    CARD_TRY(1, "Square matrix multiplication", try_matmul(square, square, square));
    CARD_TRY(2, "Standard matrix multiplication", try_matmul(m, n, k));
    CARD_TRY(3, "Batched matrix multiplication",
             try_batched(CARD_SIZE(2, 128), CARD_SIZE(40, 512), CARD_SIZE(30, 2048), CARD_SIZE(50, 1024)));
    CARD_TRY(4, "Matrix vector multiplication", try_matvec(CARD_SIZE(20, 2048), CARD_SIZE(20000, 1048576)));
    CARD_TRY(6, "Matmul with large K dimension", try_long(CARD_SIZE(40, 256), CARD_SIZE(30, 256), CARD_SIZE(500, 524288)));
    CARD_TRY(7, "Matmul with small K dimension", try_matmul(CARD_SIZE(200, 32768), CARD_SIZE(150, 32768), CARD_SIZE(3, 64)));
    CARD_TRY(8, "Matmul with irregular shapes", try_matmul(CARD_SIZE(137, 8205), CARD_SIZE(59, 5921), CARD_SIZE(29, 2949)));
    CARD_TRY(9, "Tall skinny matrix multiplication", try_matmul(CARD_SIZE(200, 32768), CARD_SIZE(200, 32768), CARD_SIZE(5, 32)));
    CARD_TRY(10, "3D tensor matrix multiplication",
             try_matmul(CARD_SIZE(4, 16) * CARD_SIZE(30, 1024), CARD_SIZE(24, 768), CARD_SIZE(60, 2048)));
    CARD_TRY(11, "4D tensor matrix multiplication",
             try_matmul(CARD_SIZE(2 * 3 * 20, 8L * 256 * 512), CARD_SIZE(24, 768), CARD_SIZE(30, 256)));
    CARD_TRY(12, "Matmul with diagonal matrices", try_diagonal(CARD_SIZE(20, 4096), CARD_SIZE(600, 4096)));
    CARD_TRY(13, "Matmul for symmetric matrices", try_matmul(square, square, square));
    CARD_TRY(14, "Matmul for upper triangular matrices", try_triangular(square, true));
    CARD_TRY(15, "Matmul for lower triangular matrices", try_triangular(square, false));
    CARD_TRY(16, "Matmul with transposed A", try_tn(m, n, k));
    CARD_TRY(17, "Matmul with transposed B", try_nt(m, n, k));
    CARD_TRY(18, "Matmul with transposed both", try_tt(m, n, k));
    return card_end();
}
