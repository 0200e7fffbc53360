// kernels.c -- 2mm, 3mm, atax, bicg, doitgen, mvt: products of matrices and vectors that follow each other.

#include "poly.h"

enum { B = 64, ROWS = 16 };

PL_KERNEL(matmul_kernel, PL_SCALAR(double, alpha), PL_REF(const double, a, B, B), PL_REF(const double, b, B, B),
          PL_REF(double, z, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, a, b);
    PL_WHEN (PL_LAST(2) && alpha != 1)
        PL_EACH ((i, B), (j, B))
            z[i][j] *= alpha;
}

PL_CALL(matmul, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_SCALAR(double, alpha),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(k, B))),
        PL_IN (double, a, (m, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN (double, b, (k, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))),
        PL_OUT(double, z, (m, n), PL_BLOCKSPEC((B, B), (i, j))))

PL_KERNEL(matmul_add_kernel, PL_SCALAR(double, beta), PL_REF(const double, a, B, B), PL_REF(const double, b, B, B),
          PL_REF(double, z, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_EACH ((i, B), (j, B))
            z[i][j] *= beta;
    PL_DOT(z, a, b);
}

PL_CALL(matmul_add, matmul_add_kernel,
        PL_SIZES(m, n, k),
        PL_SCALAR(double, beta),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(k, B))),
        PL_IN   (double, a, (m, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN   (double, b, (k, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))),
        PL_INOUT(double, z, (m, n), PL_BLOCKSPEC((B, B), (i, j))))

// y = a' (a x): each block of rows is read once. Its part of a x is a tile, and y accumulates.
PL_KERNEL(atax_kernel, PL_SCALAR(long, n), PL_REF(const double, a, ROWS, n), PL_REF(const double, x, n), PL_REF(double, y, n))
{
    PL_TILE(double, t, ROWS);
    PL_EACH ((r, ROWS)) {
        double sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, n), a[r][c] * x[c]);
        t[r] = sum;
    }
    PL_WHEN (PL_FIRST(0))
        PL_FILL(y, 0);
    PL_EACH ((c, n))
        PL_LOOP (r, 0, ROWS)
            y[c] += a[r][c] * t[r];
}

PL_CALL(atax, atax_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_REDUCTION(i, PL_CDIV(m, ROWS))),
        PL_IN (double, a, (m, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0), PL_EDGE(0))),
        PL_IN (double, x, (n), PL_WHOLE),
        PL_OUT(double, y, (n), PL_WHOLE))

// q = a p, s = a' r.
PL_KERNEL(bicg_kernel, PL_SCALAR(long, n), PL_REF(const double, a, ROWS, n), PL_REF(const double, p, n),
          PL_REF(const double, r, ROWS), PL_REF(double, q, ROWS), PL_REF(double, s, n))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(s, 0);
    PL_EACH ((i, ROWS)) {
        double sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, n), a[i][c] * p[c]);
        q[i] = sum;
    }
    PL_EACH ((c, n))
        PL_LOOP (i, 0, ROWS)
            s[c] += a[i][c] * r[i];
}

PL_CALL(bicg, bicg_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID((i, PL_CDIV(m, ROWS))),
        PL_IN (double, a, (m, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0), PL_EDGE(0))),
        PL_IN (double, p, (n), PL_WHOLE),
        PL_IN (double, r, (m), PL_BLOCKSPEC((ROWS), (i), PL_EDGE(0))),
        PL_OUT(double, q, (m), PL_BLOCKSPEC((ROWS), (i))),
        PL_OUT(double, s, (n), PL_WHOLE))

// x1 += a y1, x2 += a' y2.
PL_KERNEL(mvt_kernel, PL_SCALAR(long, n), PL_REF(const double, a, ROWS, n), PL_REF(const double, y1, n),
          PL_REF(const double, y2, ROWS), PL_REF(double, x1, ROWS), PL_REF(double, x2, n))
{
    PL_EACH ((i, ROWS)) {
        double sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, n), a[i][c] * y1[c]);
        x1[i] += sum;
    }
    PL_EACH ((c, n))
        PL_LOOP (i, 0, ROWS)
            x2[c] += a[i][c] * y2[i];
}

PL_CALL(mvt, mvt_kernel,
        PL_SCALAR(long, n),
        PL_GRID((i, PL_CDIV(n, ROWS))),
        PL_IN   (double, a, (n, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0), PL_EDGE(0))),
        PL_IN   (double, y1, (n), PL_WHOLE),
        PL_IN   (double, y2, (n), PL_BLOCKSPEC((ROWS), (i), PL_EDGE(0))),
        PL_INOUT(double, x1, (n), PL_BLOCKSPEC((ROWS), (i))),
        PL_INOUT(double, x2, (n), PL_WHOLE))

// doitgen: each row times a matrix, in place: a tile has the products of the rows before they are replaced.
PL_KERNEL(doitgen_kernel, PL_SCALAR(long, n), PL_REF(double, a, ROWS, n), PL_REF(const double, c4, n, n),
          PL_REF(double, sum, ROWS, n))
{
    PL_FILL(sum, 0);
    PL_DOT(sum, a, c4);
    PL_ASSIGN(a, sum);
}

PL_CALL(doitgen, doitgen_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, ROWS))),
        PL_INOUT(double, a, (m, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0))),
        PL_IN   (double, c4, (n, n), PL_WHOLE),
        PL_SCRATCH(double, (ROWS, n)))

// ---- Plain loops ----

static const double alpha = 1.5, beta = 1.25;

static void plain_matmul(long m, long n, long k, double by, const double *a, const double *b, double *z)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            z[i * n + j] = 0;
            for (long l = 0; l < k; l++)
                z[i * n + j] += by * a[i * k + l] * b[l * n + j];
        }
}

static void plain_2mm(long m, long n, long k, long p, const double *a, const double *b, const double *c, double *t, double *d)
{
    plain_matmul(m, n, k, alpha, a, b, t);
    for (long i = 0; i < m; i++)
        for (long j = 0; j < p; j++) {
            d[i * p + j] *= beta;
            for (long l = 0; l < n; l++)
                d[i * p + j] += t[i * n + l] * c[l * p + j];
        }
}

static void plain_3mm(long m, long n, long k, long p, long q, const double *a, const double *b, const double *c, const double *d,
                      double *e, double *f, double *g)
{
    plain_matmul(m, n, k, 1, a, b, e);
    plain_matmul(n, p, q, 1, c, d, f);
    plain_matmul(m, p, n, 1, e, f, g);
}

static void plain_atax(long m, long n, const double *a, const double *x, double *y)
{
    for (long i = 0; i < m; i++) {
        double t = 0;
        for (long j = 0; j < n; j++)
            t += a[i * n + j] * x[j];
        for (long j = 0; j < n; j++)
            y[j] += a[i * n + j] * t;
    }
}

static void plain_bicg(long m, long n, const double *a, const double *p, const double *r, double *q, double *s)
{
    for (long i = 0; i < m; i++) {
        for (long j = 0; j < n; j++) {
            s[j] += r[i] * a[i * n + j];
            q[i] += a[i * n + j] * p[j];
        }
    }
}

static void plain_mvt(long n, const double *a, const double *y1, const double *y2, double *x1, double *x2)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            x1[i] += a[i * n + j] * y1[j];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            x2[i] += a[j * n + i] * y2[j];
}

static void plain_doitgen(long m, long n, double *a, const double *c4, double *sum)
{
    for (long i = 0; i < m; i++) {
        for (long p = 0; p < n; p++) {
            sum[p] = 0;
            for (long s = 0; s < n; s++)
                sum[p] += a[i * n + s] * c4[s * n + p];
        }
        for (long p = 0; p < n; p++)
            a[i * n + p] = sum[p];
    }
}

// ---- Are they right? ----

static int two_matmuls(long m, long n, long k, long p, const double *a, const double *b, const double *c, double *t, double *d)
{
    return matmul(m, n, k, alpha, a, b, t) || matmul_add(m, p, n, beta, t, c, d);
}

// A product of sums of n products has n + k roundings of a sum of n k products.
static void try_2mm(long m, long n, long k, long p)
{
    struct poly a = poly_in(m * k), b = poly_in(k * n), c = poly_in(n * p), t = poly_out(m * n), d = poly_in(m * p);
    POLY_RUN(two_matmuls(m, n, k, p, a.device, b.device, c.device, t.device, d.device),
             plain_2mm(m, n, k, p, a.host, b.host, c.host, t.host, d.host));
    poly_compare(d, poly_sum((double)(n + k) + 4, 2 * (double)k));
}

static int three_matmuls(long m, long n, long k, long p, long q, const double *a, const double *b, const double *c, const double *d,
                         double *e, double *f, double *g)
{
    return matmul(m, n, k, 1, a, b, e) || matmul(n, p, q, 1, c, d, f) || matmul(m, p, n, 1, e, f, g);
}

static void try_3mm(long m, long n, long k, long p, long q)
{
    struct poly a = poly_in(m * k), b = poly_in(k * n), c = poly_in(n * q), d = poly_in(q * p);
    struct poly e = poly_out(m * n), f = poly_out(n * p), g = poly_out(m * p);
    POLY_RUN(three_matmuls(m, n, k, p, q, a.device, b.device, c.device, d.device, e.device, f.device, g.device),
             plain_3mm(m, n, k, p, q, a.host, b.host, c.host, d.host, e.host, f.host, g.host));
    poly_compare(g, poly_sum((double)(n + k + q), (double)k * (double)q));
}

static void try_atax(long m, long n)
{
    struct poly a = poly_in(m * n), x = poly_in(n), y = poly_out(n);
    POLY_RUN(atax(m, n, a.device, x.device, y.device), plain_atax(m, n, a.host, x.host, y.host));
    poly_compare(y, poly_sum((double)(m + n), (double)n));
}

static void try_bicg(long m, long n)
{
    struct poly a = poly_in(m * n), p = poly_in(n), r = poly_in(m), q = poly_out(m), s = poly_out(n);
    POLY_RUN(bicg(m, n, a.device, p.device, r.device, q.device, s.device),
             plain_bicg(m, n, a.host, p.host, r.host, q.host, s.host));
    poly_compare(q, poly_sum((double)n, 1));
    poly_compare(s, poly_sum((double)m, 1));
}

static void try_mvt(long n)
{
    struct poly a = poly_in(n * n), y1 = poly_in(n), y2 = poly_in(n), x1 = poly_in(n), x2 = poly_in(n);
    POLY_RUN(mvt(n, a.device, y1.device, y2.device, x1.device, x2.device),
             plain_mvt(n, a.host, y1.host, y2.host, x1.host, x2.host));
    poly_compare(x1, poly_sum((double)n + 1, 1));
    poly_compare(x2, poly_sum((double)n + 1, 1));
}

static void try_doitgen(long m, long n)
{
    struct poly a = poly_in(m * n), c4 = poly_in(n * n), sum = poly_out(n);
    POLY_RUN(doitgen(m, n, a.device, c4.device), plain_doitgen(m, n, a.host, c4.host, sum.host));
    poly_compare(a, poly_sum((double)n, 1));
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    POLY_TRY(8, "2mm", try_2mm(CARD_SIZE(70, 400), CARD_SIZE(80, 450), CARD_SIZE(30, 550), CARD_SIZE(70, 600)));
    POLY_TRY(9, "3mm", try_3mm(CARD_SIZE(70, 400), CARD_SIZE(80, 450), CARD_SIZE(30, 500), CARD_SIZE(70, 550), CARD_SIZE(20, 600)));
    POLY_TRY(10, "atax", try_atax(CARD_SIZE(70, 1900), CARD_SIZE(80, 2100)));
    POLY_TRY(11, "bicg", try_bicg(CARD_SIZE(70, 2100), CARD_SIZE(80, 1900)));
    POLY_TRY(12, "doitgen", try_doitgen(CARD_SIZE(5 * 8, 150 * 140), CARD_SIZE(30, 160)));
    POLY_TRY(13, "mvt", try_mvt(CARD_SIZE(70, 2000)));
    return card_end();
}
