// blas.c -- gemm, gemver, gesummv, symm, syr2k, syrk, trmm.
//
// Products of matrices accumulate in scratch and are scaled at the end of the sum. Of a symmetric result only the lower triangle is
// computed, and of a symmetric or triangular operand only the lower triangle is read.

#include "poly.h"

enum { B = 64 };

PL_KERNEL(gemm_kernel, PL_SCALAR(double, alpha), PL_SCALAR(double, beta), PL_REF(const double, a, B, B),
          PL_REF(const double, b, B, B), PL_REF(double, c, B, B), PL_REF(double, sum, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, a, b);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((i, B), (j, B))
            c[i][j] = alpha * sum[i][j] + beta * c[i][j];
}

PL_CALL(gemm, gemm_kernel,
        PL_SIZES(m, n, k),
        PL_SCALAR(double, alpha), PL_SCALAR(double, beta),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(k, B))),
        PL_IN   (double, a, (m, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN   (double, b, (k, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))),
        PL_INOUT(double, c, (m, n), PL_BLOCKSPEC((B, B), (i, j))),
        PL_SCRATCH(double, (B, B)))

// The lower triangle of alpha a a' + beta c.
PL_KERNEL(syrk_kernel, PL_SCALAR(double, alpha), PL_SCALAR(double, beta), PL_REF(const double, a_rows, B, B),
          PL_REF(const double, a_columns, B, B), PL_REF(double, c, B, B), PL_REF(double, sum, B, B))
{
    const long row = PL_AXIS(i) * B, column = PL_AXIS(j) * B;
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_WHEN (column <= row)
        PL_DOT(sum, a_rows, PL_T(a_columns));
    PL_WHEN (PL_LAST(2) && column <= row)
        PL_EACH ((i, B), (j, B))
            if (column + j <= row + i)
                c[i][j] = alpha * sum[i][j] + beta * c[i][j];
}

PL_CALL(syrk, syrk_kernel,
        PL_SIZES(n, k),
        PL_SCALAR(double, alpha), PL_SCALAR(double, beta),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(k, B))),
        PL_IN   (double, a_rows, (n, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN   (double, a_columns, (n, k), PL_BLOCKSPEC((B, B), (j, l), PL_EDGE(0))),
        PL_INOUT(double, c, (n, n), PL_BLOCKSPEC((B, B), (i, j))),
        PL_SCRATCH(double, (B, B)))

// The lower triangle of alpha (a b' + b a') + beta c.
PL_KERNEL(syr2k_kernel, PL_SCALAR(double, alpha), PL_SCALAR(double, beta), PL_REF(const double, a_rows, B, B),
          PL_REF(const double, b_rows, B, B), PL_REF(const double, a_columns, B, B), PL_REF(const double, b_columns, B, B),
          PL_REF(double, c, B, B), PL_REF(double, sum, B, B))
{
    const long row = PL_AXIS(i) * B, column = PL_AXIS(j) * B;
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_WHEN (column <= row) {
        PL_DOT(sum, a_rows, PL_T(b_columns));
        PL_DOT(sum, b_rows, PL_T(a_columns));
    }
    PL_WHEN (PL_LAST(2) && column <= row)
        PL_EACH ((i, B), (j, B))
            if (column + j <= row + i)
                c[i][j] = alpha * sum[i][j] + beta * c[i][j];
}

PL_CALL(syr2k, syr2k_kernel,
        PL_SIZES(n, k),
        PL_SCALAR(double, alpha), PL_SCALAR(double, beta),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(k, B))),
        PL_IN   (double, a_rows, (n, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN   (double, b_rows, (n, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN   (double, a_columns, (n, k), PL_BLOCKSPEC((B, B), (j, l), PL_EDGE(0))),
        PL_IN   (double, b_columns, (n, k), PL_BLOCKSPEC((B, B), (j, l), PL_EDGE(0))),
        PL_INOUT(double, c, (n, n), PL_BLOCKSPEC((B, B), (i, j))),
        PL_SCRATCH(double, (B, B)))

// alpha a b + beta c, where a is symmetric: a block above the diagonal is the transpose of one below it.
PL_KERNEL(symm_kernel, PL_SCALAR(double, alpha), PL_SCALAR(double, beta), PL_REF(const double, a, B, B),
          PL_REF(const double, b, B, B), PL_REF(double, c, B, B), PL_REF(double, sum, B, B))
{
    const long i = PL_AXIS(i), l = PL_AXIS(l);
    PL_WHEN (l == 0)
        PL_FILL(sum, 0);
    PL_WHEN (l < i)
        PL_DOT(sum, a, b);
    PL_WHEN (l > i)
        PL_DOT(sum, PL_T(a), b);
    PL_WHEN (l == i) {
        PL_TILE(double, both, B, B);
        PL_EACH ((r, B), (s, B))
            both[r][s] = s <= r ? a[r][s] : a[s][r];
        PL_DOT(sum, both, b);
    }
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, B), (s, B))
            c[r][s] = alpha * sum[r][s] + beta * c[r][s];
}

PL_CALL(symm, symm_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(double, alpha), PL_SCALAR(double, beta),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(m, B))),
        PL_IN   (double, a, (m, m), PL_BLOCKSPEC((B, B), (i > l ? i : l, i > l ? l : i), PL_EDGE(0))),
        PL_IN   (double, b, (m, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))),
        PL_INOUT(double, c, (m, n), PL_BLOCKSPEC((B, B), (i, j))),
        PL_SCRATCH(double, (B, B)))

// z = alpha a' b, where a is lower triangular with ones on its diagonal.
PL_KERNEL(trmm_kernel, PL_SCALAR(double, alpha), PL_REF(const double, a, B, B), PL_REF(const double, b, B, B),
          PL_REF(double, z, B, B))
{
    const long i = PL_AXIS(i), l = PL_AXIS(l);
    PL_WHEN (l == 0)
        PL_FILL(z, 0);
    PL_WHEN (l > i)
        PL_DOT(z, PL_T(a), b);
    PL_WHEN (l == i) {
        PL_TILE(double, unit, B, B);
        PL_EACH ((r, B), (s, B))
            unit[r][s] = s > r ? a[s][r] : s == r;
        PL_DOT(z, unit, b);
    }
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, B), (s, B))
            z[r][s] *= alpha;
}

PL_CALL(trmm, trmm_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(double, alpha),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(m, B))),
        PL_IN (double, a, (m, m), PL_BLOCKSPEC((B, B), (l, i), PL_EDGE(0))),
        PL_IN (double, b, (m, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))),
        PL_OUT(double, z, (m, n), PL_BLOCKSPEC((B, B), (i, j))))

// gemver: a += u1 v1' + u2 v2'; x += beta a' y + z; w = alpha a x. x accumulates while blocks of rows go by.
enum { ROWS = 16 };

PL_KERNEL(gemver_update_kernel, PL_SCALAR(long, n), PL_SCALAR(double, beta), PL_REF(double, a, ROWS, n),
          PL_REF(const double, u1, ROWS), PL_REF(const double, v1, n), PL_REF(const double, u2, ROWS),
          PL_REF(const double, v2, n), PL_REF(const double, y, ROWS), PL_REF(const double, z, n), PL_REF(double, x, n))
{
    PL_EACH ((c, n)) {
        double sum = PL_FIRST(0) ? z[c] : x[c];
        PL_LOOP (r, 0, ROWS)
            if (PL_INSIDE(a, r, c)) {
                a[r][c] += u1[r] * v1[c] + u2[r] * v2[c];
                sum += beta * a[r][c] * y[r];
            }
        x[c] = sum;
    }
}

PL_CALL(gemver_update, gemver_update_kernel,
        PL_SCALAR(long, n), PL_SCALAR(double, beta),
        PL_GRID((i, PL_CDIV(n, ROWS))),
        PL_INOUT(double, a, (n, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0))),
        PL_IN (double, u1, (n), PL_BLOCKSPEC((ROWS), (i))), PL_IN(double, v1, (n), PL_WHOLE),
        PL_IN (double, u2, (n), PL_BLOCKSPEC((ROWS), (i))), PL_IN(double, v2, (n), PL_WHOLE),
        PL_IN (double, y, (n), PL_BLOCKSPEC((ROWS), (i))),  PL_IN(double, z, (n), PL_WHOLE),
        PL_OUT(double, x, (n), PL_WHOLE))

// w = alpha a x + beta b x.
PL_KERNEL(gesummv_kernel, PL_SCALAR(long, n), PL_SCALAR(double, alpha), PL_SCALAR(double, beta), PL_REF(const double, a, ROWS, n),
          PL_REF(const double, b, ROWS, n), PL_REF(const double, x, n), PL_REF(double, w, ROWS))
{
    PL_EACH ((r, ROWS)) {
        double of_a = 0, of_b = 0;
        PL_REDUCE (of_a, PL_ADD, (c, n), a[r][c] * x[c]);
        PL_REDUCE (of_b, PL_ADD, (c, n), b[r][c] * x[c]);
        w[r] = alpha * of_a + beta * of_b;
    }
}

PL_CALL(gesummv, gesummv_kernel,
        PL_SCALAR(long, n), PL_SCALAR(double, alpha), PL_SCALAR(double, beta),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, ROWS))),
        PL_IN (double, a, (n, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0))),
        PL_IN (double, b, (n, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0))),
        PL_IN (double, x, (n), PL_WHOLE),
        PL_OUT(double, w, (n), PL_BLOCKSPEC((ROWS), (i))))

// ---- Plain loops ----

static const double alpha = 1.5, beta = 1.25;

static void plain_gemm(long m, long n, long k, const double *a, const double *b, double *c)
{
    for (long i = 0; i < m; i++) {
        for (long j = 0; j < n; j++)
            c[i * n + j] *= beta;
        for (long l = 0; l < k; l++)
            for (long j = 0; j < n; j++)
                c[i * n + j] += alpha * a[i * k + l] * b[l * n + j];
    }
}

static void plain_syr2k(long n, long k, const double *a, const double *b, double *c)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j <= i; j++)
            c[i * n + j] *= beta;
        for (long l = 0; l < k; l++)
            for (long j = 0; j <= i; j++)
                c[i * n + j] += a[j * k + l] * alpha * b[i * k + l] + b[j * k + l] * alpha * a[i * k + l];
    }
}

static void plain_syrk(long n, long k, const double *a, double *c)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j <= i; j++)
            c[i * n + j] *= beta;
        for (long l = 0; l < k; l++)
            for (long j = 0; j <= i; j++)
                c[i * n + j] += alpha * a[i * k + l] * a[j * k + l];
    }
}

static void plain_symm(long m, long n, const double *a, const double *b, double *c)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long l = 0; l < i; l++) {
                c[l * n + j] += alpha * b[i * n + j] * a[i * m + l];
                sum += b[l * n + j] * a[i * m + l];
            }
            c[i * n + j] = beta * c[i * n + j] + alpha * b[i * n + j] * a[i * m + i] + alpha * sum;
        }
}

static void plain_trmm(long m, long n, const double *a, double *b)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            for (long l = i + 1; l < m; l++)
                b[i * n + j] += a[l * m + i] * b[l * n + j];
            b[i * n + j] *= alpha;
        }
}

static void plain_gemver(long n, double *a, const double *u1, const double *v1, const double *u2, const double *v2, const double *y,
                         const double *z, double *x, double *w)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            x[i] += beta * a[j * n + i] * y[j];
    for (long i = 0; i < n; i++)
        x[i] += z[i];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            w[i] += alpha * a[i * n + j] * x[j];
}

static void plain_gesummv(long n, const double *a, const double *b, const double *x, double *y)
{
    for (long i = 0; i < n; i++) {
        double of_a = 0, of_b = 0;
        for (long j = 0; j < n; j++) {
            of_a += a[i * n + j] * x[j];
            of_b += b[i * n + j] * x[j];
        }
        y[i] = alpha * of_a + beta * of_b;
    }
}

// ---- Are they right? ----

static void try_gemm(long m, long n, long k)
{
    struct poly a = poly_in(m * k), b = poly_in(k * n), c = poly_in(m * n);
    POLY_RUN(gemm(m, n, k, alpha, beta, a.device, b.device, c.device), plain_gemm(m, n, k, a.host, b.host, c.host));
    poly_compare(c, poly_sum((double)k + 3, 2));
}

static void try_syrk(long n, long k)
{
    struct poly a = poly_in(n * k), c = poly_in(n * n);
    POLY_RUN(syrk(n, k, alpha, beta, a.device, a.device, c.device), plain_syrk(n, k, a.host, c.host));
    poly_compare(c, poly_sum((double)k + 3, 2));
}

static void try_syr2k(long n, long k)
{
    struct poly a = poly_in(n * k), b = poly_in(n * k), c = poly_in(n * n);
    POLY_RUN(syr2k(n, k, alpha, beta, a.device, b.device, a.device, b.device, c.device), plain_syr2k(n, k, a.host, b.host, c.host));
    poly_compare(c, poly_sum(2 * (double)k + 3, 2));
}

static void try_symm(long m, long n)
{
    struct poly a = poly_in(m * m), b = poly_in(m * n), c = poly_in(m * n);
    POLY_RUN(symm(m, n, alpha, beta, a.device, b.device, c.device), plain_symm(m, n, a.host, b.host, c.host));
    poly_compare(c, poly_sum((double)m + 4, 2));
}

// Ours writes another array, so that blocks may be computed in any order.
static void try_trmm(long m, long n)
{
    struct poly a = poly_in(m * m), b = poly_in(m * n), z = poly_out(m * n);
    POLY_RUN(trmm(m, n, alpha, a.device, b.device, z.device),
             plain_trmm(m, n, a.host, memcpy(z.host, b.host, (size_t)(m * n) * sizeof(double))));
    poly_compare(z, poly_sum((double)m + 2, 2));
}

static int gemver(long n, double *a, const double *u1, const double *v1, const double *u2, const double *v2, const double *y,
                  const double *z, double *x, double *w)
{
    return gemver_update(n, beta, a, u1, v1, u2, v2, y, z, x) || gesummv(n, alpha, 0, a, a, x, w);
}

static void try_gemver(long n)
{
    struct poly a = poly_in(n * n), u1 = poly_in(n), v1 = poly_in(n), u2 = poly_in(n), v2 = poly_in(n), both = poly_in(2 * n);
    struct poly x = poly_out(n), w = poly_out(n);
    POLY_RUN(gemver(n, a.device, u1.device, v1.device, u2.device, v2.device, both.device, both.device + n, x.device, w.device),
             plain_gemver(n, a.host, u1.host, v1.host, u2.host, v2.host, both.host, both.host + n, x.host, w.host));
    poly_compare(x, poly_sum((double)n + 6, 4));
    poly_compare(w, poly_sum(2 * (double)n + 8, 6 * (4 * (double)n + 1)));
}

static void try_gesummv(long n)
{
    struct poly a = poly_in(n * n), b = poly_in(n * n), x = poly_in(n), w = poly_out(n);
    POLY_RUN(gesummv(n, alpha, beta, a.device, b.device, x.device, w.device), plain_gesummv(n, a.host, b.host, x.host, w.host));
    poly_compare(w, poly_sum(2 * (double)n + 3, 2));
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    POLY_TRY(1, "gemm", try_gemm(CARD_SIZE(70, 500), CARD_SIZE(80, 550), CARD_SIZE(90, 600)));
    POLY_TRY(2, "gemver", try_gemver(CARD_SIZE(70, 2000)));
    POLY_TRY(3, "gesummv", try_gesummv(CARD_SIZE(70, 1300)));
    POLY_TRY(4, "symm", try_symm(CARD_SIZE(90, 500), CARD_SIZE(70, 600)));
    POLY_TRY(5, "syr2k", try_syr2k(CARD_SIZE(90, 600), CARD_SIZE(70, 500)));
    POLY_TRY(6, "syrk", try_syrk(CARD_SIZE(90, 600), CARD_SIZE(70, 500)));
    POLY_TRY(7, "trmm", try_trmm(CARD_SIZE(90, 500), CARD_SIZE(70, 600)));
    return card_end();
}
