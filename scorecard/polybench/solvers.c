// solvers.c -- cholesky, durbin, gramschmidt, lu, ludcmp, trisolv.
//
// A matrix stays in place, and the programs of the only axis are the steps of the elimination, one after the other: what a step
// changes is independent, and is a PL_EACH.

#include "poly.h"

PL_KERNEL(cholesky_kernel, PL_SCALAR(long, n), PL_REF(double, a, n, n), PL_REF(double, column, n))
{
    const long k = PL_PROGRAM_ID(0);
    const double root = sqrt(a[k][k]);
    PL_EACH ((i, k, n)) {
        column[i] = i == k ? root : a[i][k] / root;
        a[i][k] = column[i];
    }
    PL_EACH ((i, k + 1, n), (j, k + 1, i + 1))
        a[i][j] -= column[i] * column[j];
}

PL_CALL(cholesky, cholesky_kernel,
        PL_SCALAR(long, n),
        PL_GRID((k, n)),
        PL_INOUT(double, a, (n, n), PL_WHOLE),
        PL_SCRATCH(double, (n)))

PL_KERNEL(lu_kernel, PL_SCALAR(long, n), PL_REF(double, a, n, n), PL_REF(double, row, n))
{
    const long k = PL_PROGRAM_ID(0);
    PL_EACH ((j, k, n))
        row[j] = a[k][j];
    PL_EACH ((i, k + 1, n)) {
        const double by = a[i][k] / row[k];
        PL_EACH ((j, k + 1, n))
            a[i][j] -= by * row[j];
        a[i][k] = by;
    }
}

PL_CALL(lu, lu_kernel,
        PL_SCALAR(long, n),
        PL_GRID((k, n)),
        PL_INOUT(double, a, (n, n), PL_WHOLE),
        PL_SCRATCH(double, (n)))

// Solves l y = b, where l is lower triangular; ones are on its diagonal, if is_unit.
PL_KERNEL(forward_kernel, PL_SCALAR(long, n), PL_SCALAR(bool, is_unit), PL_REF(const double, l, n, n), PL_REF(const double, b, n),
          PL_REF(double, y, n))
{
    PL_LOOP (i, 0, n) {
        double sum = 0;
        PL_REDUCE (sum, PL_ADD, (j, i), l[i][j] * y[j]);
        y[i] = is_unit ? b[i] - sum : (b[i] - sum) / l[i][i];
    }
}

PL_CALL(forward, forward_kernel,
        PL_SCALAR(long, n), PL_SCALAR(bool, is_unit),
        PL_GRID(),
        PL_IN (double, l, (n, n), PL_WHOLE),
        PL_IN (double, b, (n), PL_WHOLE),
        PL_OUT(double, y, (n), PL_WHOLE))

// Solves u x = y, where u is upper triangular.
PL_KERNEL(backward_kernel, PL_SCALAR(long, n), PL_REF(const double, u, n, n), PL_REF(const double, y, n), PL_REF(double, x, n))
{
    PL_LOOP (k, 0, n) {
        const long i = n - 1 - k;
        double sum = 0;
        PL_REDUCE (sum, PL_ADD, (j, i + 1, n), u[i][j] * x[j]);
        x[i] = (y[i] - sum) / u[i][i];
    }
}

PL_CALL(backward, backward_kernel,
        PL_SCALAR(long, n),
        PL_GRID(),
        PL_IN (double, u, (n, n), PL_WHOLE),
        PL_IN (double, y, (n), PL_WHOLE),
        PL_OUT(double, x, (n), PL_WHOLE))

// The columns of a, made orthonormal, are q; a = q r.
PL_KERNEL(gramschmidt_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n), PL_REF(double, a, m, n), PL_REF(double, r, n, n),
          PL_REF(double, q, m, n))
{
    const long k = PL_PROGRAM_ID(0);
    double squares = 0;
    PL_REDUCE (squares, PL_ADD, (i, m), a[i][k] * a[i][k]);
    const double norm = sqrt(squares);
    PL_EACH ((i, m))
        q[i][k] = a[i][k] / norm;
    PL_EACH ((j, n))
        r[k][j] = j == k ? norm : 0;
    PL_EACH ((j, k + 1, n)) {
        double sum = 0;
        PL_LOOP (i, 0, m)
            sum += q[i][k] * a[i][j];
        PL_LOOP (i, 0, m)
            a[i][j] -= q[i][k] * sum;
        r[k][j] = sum;
    }
}

PL_CALL(gramschmidt, gramschmidt_kernel,
        PL_SCALAR(long, m), PL_SCALAR(long, n),
        PL_GRID((k, n)),
        PL_INOUT(double, a, (m, n), PL_WHOLE),
        PL_OUT  (double, r, (n, n), PL_WHOLE),
        PL_OUT  (double, q, (m, n), PL_WHOLE))

// Levinson's recursion for a symmetric Toeplitz matrix, whose first column begins with 1 and goes on with r.
PL_KERNEL(durbin_kernel, PL_SCALAR(long, n), PL_REF(const double, r, n), PL_REF(double, y, n), PL_REF(double, z, n))
{
    double alpha = -r[0], beta = 1;
    y[0] = -r[0];
    PL_LOOP (k, 1, n) {
        double sum = 0;
        beta *= 1 - alpha * alpha;
        PL_REDUCE (sum, PL_ADD, (i, k), r[k - i - 1] * y[i]);
        alpha = -(r[k] + sum) / beta;
        PL_EACH ((i, k))
            z[i] = y[i] + alpha * y[k - i - 1];
        PL_EACH ((i, k))
            y[i] = z[i];
        y[k] = alpha;
    }
}

PL_CALL(durbin, durbin_kernel,
        PL_SCALAR(long, n),
        PL_GRID(),
        PL_IN (double, r, (n), PL_WHOLE),
        PL_OUT(double, y, (n), PL_WHOLE),
        PL_SCRATCH(double, (n)))

// ---- Plain loops ----

static void plain_cholesky(long n, double *a)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < i; j++) {
            for (long k = 0; k < j; k++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
        for (long k = 0; k < i; k++)
            a[i * n + i] -= a[i * n + k] * a[i * n + k];
        a[i * n + i] = sqrt(a[i * n + i]);
    }
}

static void plain_lu(long n, double *a)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < i; j++) {
            for (long k = 0; k < j; k++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            a[i * n + j] /= a[j * n + j];
        }
        for (long j = i; j < n; j++)
            for (long k = 0; k < i; k++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

static void plain_ludcmp(long n, double *a, const double *b, double *y, double *x)
{
    plain_lu(n, a);
    for (long i = 0; i < n; i++) {
        double w = b[i];
        for (long j = 0; j < i; j++)
            w -= a[i * n + j] * y[j];
        y[i] = w;
    }
    for (long i = n - 1; i >= 0; i--) {
        double w = y[i];
        for (long j = i + 1; j < n; j++)
            w -= a[i * n + j] * x[j];
        x[i] = w / a[i * n + i];
    }
}

static void plain_trisolv(long n, const double *l, const double *b, double *x)
{
    for (long i = 0; i < n; i++) {
        x[i] = b[i];
        for (long j = 0; j < i; j++)
            x[i] -= l[i * n + j] * x[j];
        x[i] /= l[i * n + i];
    }
}

static void plain_gramschmidt(long m, long n, double *a, double *r, double *q)
{
    for (long k = 0; k < n; k++) {
        double squares = 0;
        for (long i = 0; i < m; i++)
            squares += a[i * n + k] * a[i * n + k];
        r[k * n + k] = sqrt(squares);
        for (long i = 0; i < m; i++)
            q[i * n + k] = a[i * n + k] / r[k * n + k];
        for (long j = k + 1; j < n; j++) {
            r[k * n + j] = 0;
            for (long i = 0; i < m; i++)
                r[k * n + j] += q[i * n + k] * a[i * n + j];
            for (long i = 0; i < m; i++)
                a[i * n + j] -= q[i * n + k] * r[k * n + j];
        }
    }
}

static void plain_durbin(long n, const double *r, double *y, double *z)
{
    double alpha = -r[0], beta = 1;
    y[0] = -r[0];
    for (long k = 1; k < n; k++) {
        double sum = 0;
        beta *= 1 - alpha * alpha;
        for (long i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (long i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (long i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

// ---- Are they right? ----

// Matrices are symmetric, with 2 n on the diagonal and elements in [-1, 1) elsewhere: elimination neither grows them nor needs a
// pivot. Each element of a factor is a sum of at most n products of which those off the diagonal are at most 1, over a root or a
// pivot between 1 and 2 n + 1, and an error in it enters the later ones less than halved: in all, twice its own roundings.
static long side;
static double dominant(long k, long i)
{
    const long row = i / side, column = i % side;
    return row == column ? 2 * (double)side : poly_random(k, PL_MIN(row, column) * side + PL_MAX(row, column));
}

static struct poly dominant_matrix(long n)
{
    side = n;
    return poly_array(n * n, dominant);
}

// n roundings of sums that begin with 2 n + 1, twice, for each of ours and the plain loops.
static double elimination_bound(long n) { return 4 * (double)n * (2 * (double)n + 1) * POLY_ULP; }

static void try_cholesky(long n)
{
    struct poly a = dominant_matrix(n);
    POLY_RUN(cholesky(n, a.device), plain_cholesky(n, a.host));
    poly_compare(a, elimination_bound(n));
}

static void try_lu(long n)
{
    struct poly a = dominant_matrix(n);
    POLY_RUN(lu(n, a.device), plain_lu(n, a.host));
    poly_compare(a, elimination_bound(n));
}

static int ludcmp(long n, double *a, const double *b, double *y, double *x)
{
    return lu(n, a) || forward(n, true, a, b, y) || backward(n, a, y, x);
}

// The solution is at most 1 / n, and the error of the matrix, over its pivots, enters each of n products.
static void try_ludcmp(long n)
{
    struct poly a = dominant_matrix(n), b = poly_in(n), y = poly_out(n), x = poly_out(n);
    POLY_RUN(ludcmp(n, a.device, b.device, y.device, x.device), plain_ludcmp(n, a.host, b.host, y.host, x.host));
    poly_compare(x, elimination_bound(n));
}

static void try_trisolv(long n)
{
    struct poly l = dominant_matrix(n), b = poly_in(n), x = poly_out(n);
    POLY_RUN(forward(n, false, l.device, b.device, x.device), plain_trisolv(n, l.host, b.host, x.host));
    poly_compare(x, 4 * (double)n * POLY_ULP);
}

// Columns near those of the unit matrix: they are nearly orthogonal, and stay so.
static double near_unit(long k, long i) { return (i / side == i % side ? 8 : 0) + poly_random(k, i) / (double)side; }

static void try_gramschmidt(long m, long n)
{
    side = n;
    struct poly a = poly_array(m * n, near_unit), r = poly_out(n * n), q = poly_out(m * n);
    POLY_RUN(gramschmidt(m, n, a.device, r.device, q.device), plain_gramschmidt(m, n, a.host, r.host, q.host));
    // Sums of m products of at most 64 all told, and n steps that subtract less than a tenth of them.
    poly_compare(r, 4 * (double)(m + n) * 64 * POLY_ULP);
    poly_compare(q, 4 * (double)(m + n) * 64 * POLY_ULP);
}

// So small that all alpha are, and beta stays near 1: n sums of n products.
static double decreasing(long k, long i) { return poly_random(k, i) / (4 * ((double)i + 2) * ((double)i + 2)); }

static void try_durbin(long n)
{
    struct poly r = poly_array(n, decreasing), y = poly_out(n), z = poly_out(n);
    POLY_RUN(durbin(n, r.device, y.device), plain_durbin(n, r.host, y.host, z.host));
    poly_compare(y, 8 * (double)n * POLY_ULP);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    POLY_TRY(16, "cholesky", try_cholesky(CARD_SIZE(40, 500)));
    POLY_TRY(17, "durbin", try_durbin(CARD_SIZE(40, 2000)));
    POLY_TRY(18, "gramschmidt", try_gramschmidt(CARD_SIZE(50, 500), CARD_SIZE(40, 300)));
    POLY_TRY(19, "lu", try_lu(CARD_SIZE(40, 500)));
    POLY_TRY(20, "ludcmp", try_ludcmp(CARD_SIZE(40, 500)));
    POLY_TRY(21, "trisolv", try_trisolv(CARD_SIZE(40, 2000)));
    return card_end();
}
