// stencils.c -- adi, fdtd-2d, heat-3d, jacobi-1d, jacobi-2d, seidel-2d.
//
// Where a step reads one array and writes another, a call is one step: its blocks are independent, and their windows have a border of
// one element (PL_ELEMENT). The elements at the border of the array stay as they are. Where a step goes on with what it has just
// written, the programs of a call are the steps.

#include "poly.h"

enum { LINE = 1024, H = 16, W = 256, D3 = 4, H3 = 8, W3 = 128, ROWS = 16 };

// The elements of a block of `size` that begins at `first` and are inside the array and not at its border: from LOW to HIGH.
#define LOW(first) ((first) > 0 ? 0 : 1)
#define HIGH(first, size, n) PL_MIN(size, (n) - 1 - (first))

PL_KERNEL(jacobi_1d_kernel, PL_SCALAR(long, n), PL_REF(const double, x, LINE + 2), PL_REF(double, z, LINE))
{
    const long first = PL_PROGRAM_ID(0) * LINE;
    PL_EACH ((c, LOW(first), HIGH(first, LINE, n)))
        z[c] = 0.33333 * (x[c] + x[c + 1] + x[c + 2]);
}

PL_CALL(jacobi_1d, jacobi_1d_kernel,
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, LINE))),
        PL_IN   (double, x, (n), PL_BLOCKSPEC((PL_ELEMENT(LINE + 2, 1, LINE)), (i * LINE))),
        PL_INOUT(double, z, (n), PL_BLOCKSPEC((LINE), (i))))

PL_KERNEL(jacobi_2d_kernel, PL_SCALAR(long, n), PL_REF(const double, x, H + 2, W + 2), PL_REF(double, z, H, W))
{
    const long row = PL_PROGRAM_ID(0) * H, column = PL_PROGRAM_ID(1) * W;
    PL_EACH ((r, LOW(row), HIGH(row, H, n)), (c, LOW(column), HIGH(column, W, n)))
        z[r][c] = 0.2 * (x[r + 1][c + 1] + x[r + 1][c] + x[r + 1][c + 2] + x[r + 2][c + 1] + x[r][c + 1]);
}

PL_CALL(jacobi_2d, jacobi_2d_kernel,
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, H)), PL_PARALLEL(j, PL_CDIV(n, W))),
        PL_IN   (double, x, (n, n), PL_BLOCKSPEC((PL_ELEMENT(H + 2, 1, H), PL_ELEMENT(W + 2, 1, W)), (i * H, j * W))),
        PL_INOUT(double, z, (n, n), PL_BLOCKSPEC((H, W), (i, j))))

PL_KERNEL(heat_3d_kernel, PL_SCALAR(long, n), PL_REF(const double, x, D3 + 2, H3 + 2, W3 + 2), PL_REF(double, z, D3, H3, W3))
{
    const long depth = PL_PROGRAM_ID(0) * D3, row = PL_PROGRAM_ID(1) * H3, column = PL_PROGRAM_ID(2) * W3;
    PL_EACH ((d, LOW(depth), HIGH(depth, D3, n)), (r, LOW(row), HIGH(row, H3, n)), (c, LOW(column), HIGH(column, W3, n))) {
        const double twice = 2 * x[d + 1][r + 1][c + 1];
        z[d][r][c] = 0.125 * (x[d + 2][r + 1][c + 1] - twice + x[d][r + 1][c + 1]) +
                     0.125 * (x[d + 1][r + 2][c + 1] - twice + x[d + 1][r][c + 1]) +
                     0.125 * (x[d + 1][r + 1][c + 2] - twice + x[d + 1][r + 1][c]) + x[d + 1][r + 1][c + 1];
    }
}

PL_CALL(heat_3d, heat_3d_kernel,
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(k, PL_CDIV(n, D3)), PL_PARALLEL(i, PL_CDIV(n, H3)), PL_PARALLEL(j, PL_CDIV(n, W3))),
        PL_IN   (double, x, (n, n, n),
                 PL_BLOCKSPEC((PL_ELEMENT(D3 + 2, 1, D3), PL_ELEMENT(H3 + 2, 1, H3), PL_ELEMENT(W3 + 2, 1, W3)),
                              (k * D3, i * H3, j * W3))),
        PL_INOUT(double, z, (n, n, n), PL_BLOCKSPEC((D3, H3, W3), (k, i, j))))

// The fields in the plane, from the one across it; row 0 of ey is given.
PL_KERNEL(fdtd_fields_kernel, PL_SCALAR(double, given), PL_REF(const double, hz, H + 1, W + 1), PL_REF(double, ex, H, W),
          PL_REF(double, ey, H, W))
{
    const long row = PL_PROGRAM_ID(0) * H, column = PL_PROGRAM_ID(1) * W;
    PL_EACH ((r, H), (c, W)) {
        if (row + r == 0)
            ey[r][c] = given;
        else
            ey[r][c] -= 0.5 * (hz[r + 1][c + 1] - hz[r][c + 1]);
        if (column + c > 0)
            ex[r][c] -= 0.5 * (hz[r + 1][c + 1] - hz[r + 1][c]);
    }
}

PL_CALL(fdtd_fields, fdtd_fields_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(double, given),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, H)), PL_PARALLEL(j, PL_CDIV(n, W))),
        PL_IN   (double, hz, (m, n), PL_BLOCKSPEC((PL_ELEMENT(H + 1, 1, H), PL_ELEMENT(W + 1, 1, W)), (i * H, j * W))),
        PL_INOUT(double, ex, (m, n), PL_BLOCKSPEC((H, W), (i, j))),
        PL_INOUT(double, ey, (m, n), PL_BLOCKSPEC((H, W), (i, j))))

PL_KERNEL(fdtd_across_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n), PL_REF(double, hz, H, W), PL_REF(const double, ex, H, W + 1),
          PL_REF(const double, ey, H + 1, W))
{
    PL_EACH ((r, PL_MIN(H, m - 1 - PL_PROGRAM_ID(0) * H)), (c, PL_MIN(W, n - 1 - PL_PROGRAM_ID(1) * W)))
        hz[r][c] -= 0.7 * (ex[r][c + 1] - ex[r][c] + ey[r + 1][c] - ey[r][c]);
}

PL_CALL(fdtd_across, fdtd_across_kernel,
        PL_SCALAR(long, m), PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, H)), PL_PARALLEL(j, PL_CDIV(n, W))),
        PL_INOUT(double, hz, (m, n), PL_BLOCKSPEC((H, W), (i, j))),
        PL_IN   (double, ex, (m, n), PL_BLOCKSPEC((H, PL_ELEMENT(W + 1, 0, W + 1)), (i, j * W))),
        PL_IN   (double, ey, (m, n), PL_BLOCKSPEC((PL_ELEMENT(H + 1, 0, H + 1), W), (i * H, j))))

// Each element needs the new ones above and to the left: nothing of a sweep is independent, but sweeps stay in place.
PL_KERNEL(seidel_2d_kernel, PL_SCALAR(long, n), PL_REF(double, a, n, n))
{
    PL_LOOP (i, 1, n - 1)
        PL_LOOP (j, 1, n - 1)
            a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                       a[i + 1][j] + a[i + 1][j + 1]) / 9;
}

PL_CALL(seidel_2d, seidel_2d_kernel,
        PL_SIZES(steps),
        PL_SCALAR(long, n),
        PL_GRID((t, steps)),
        PL_INOUT(double, a, (n, n), PL_WHOLE))

// adi: a line of the unknown is a tridiagonal system, from the lines beside it of the old one. The first sweep solves columns.
struct adi { double a, b, d, e; };

PL_KERNEL(adi_columns_kernel, PL_SCALAR(long, n), PL_SCALAR(struct adi, f), PL_REF(const double, u, n, ROWS + 2),
          PL_REF(double, v, n, ROWS), PL_REF(double, p, n, ROWS))
{
    const long first = PL_PROGRAM_ID(0) * ROWS;
    PL_EACH ((c, LOW(first), HIGH(first, ROWS, n))) {
        v[0][c] = 1;
        p[0][c] = 0;
        PL_LOOP (j, 1, n - 1) {
            const double over = f.a * p[j - 1][c] + f.b;
            p[j][c] = -f.a / over;
            v[j][c] = (-f.d * u[j][c] + (1 + 2 * f.d) * u[j][c + 1] - f.d * u[j][c + 2] - f.a * v[j - 1][c]) / over;
        }
        v[n - 1][c] = 1;
        PL_LOOP (k, 1, n - 1) {
            const long j = n - 1 - k;
            v[j][c] += p[j][c] * v[j + 1][c];
        }
    }
}

PL_CALL(adi_columns, adi_columns_kernel,
        PL_SCALAR(long, n), PL_SCALAR(struct adi, f),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, ROWS))),
        PL_IN   (double, u, (n, n), PL_BLOCKSPEC((PL_FULL, PL_ELEMENT(ROWS + 2, 1, ROWS)), (0, i * ROWS))),
        PL_INOUT(double, v, (n, n), PL_BLOCKSPEC((PL_FULL, ROWS), (0, i))),
        PL_SCRATCH(double, (n, ROWS)))

PL_KERNEL(adi_rows_kernel, PL_SCALAR(long, n), PL_SCALAR(struct adi, f), PL_REF(double, u, ROWS, n),
          PL_REF(const double, v, ROWS + 2, n), PL_REF(double, p, ROWS, n))
{
    const long first = PL_PROGRAM_ID(0) * ROWS;
    PL_EACH ((r, LOW(first), HIGH(first, ROWS, n))) {
        u[r][0] = 1;
        p[r][0] = 0;
        PL_LOOP (j, 1, n - 1) {
            const double over = f.d * p[r][j - 1] + f.e;
            p[r][j] = -f.d / over;
            u[r][j] = (-f.a * v[r][j] + (1 + 2 * f.a) * v[r + 1][j] - f.a * v[r + 2][j] - f.d * u[r][j - 1]) / over;
        }
        u[r][n - 1] = 1;
        PL_LOOP (k, 1, n - 1) {
            const long j = n - 1 - k;
            u[r][j] += p[r][j] * u[r][j + 1];
        }
    }
}

PL_CALL(adi_rows, adi_rows_kernel,
        PL_SCALAR(long, n), PL_SCALAR(struct adi, f),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, ROWS))),
        PL_INOUT(double, u, (n, n), PL_BLOCKSPEC((ROWS, PL_FULL), (i, 0))),
        PL_IN   (double, v, (n, n), PL_BLOCKSPEC((PL_ELEMENT(ROWS + 2, 1, ROWS), PL_FULL), (i * ROWS, 0))),
        PL_SCRATCH(double, (ROWS, n)))

// ---- The steps ----

static int jacobi_1d_steps(long steps, long n, double *a, double *b)
{
    int status = 0;
    for (long t = 0; t < steps && !status; t++)
        status = jacobi_1d(n, a, b) || jacobi_1d(n, b, a);
    return status;
}

static int jacobi_2d_steps(long steps, long n, double *a, double *b)
{
    int status = 0;
    for (long t = 0; t < steps && !status; t++)
        status = jacobi_2d(n, a, b) || jacobi_2d(n, b, a);
    return status;
}

static int heat_3d_steps(long steps, long n, double *a, double *b)
{
    int status = 0;
    for (long t = 0; t < steps && !status; t++)
        status = heat_3d(n, a, b) || heat_3d(n, b, a);
    return status;
}

static int fdtd_2d_steps(long steps, long m, long n, double *ex, double *ey, double *hz)
{
    int status = 0;
    for (long t = 0; t < steps && !status; t++)
        status = fdtd_fields(m, n, (double)t, hz, ex, ey) || fdtd_across(m, n, hz, ex, ey);
    return status;
}

static struct adi adi_factors(long steps, long n)
{
    const double dx = 1 / (double)n, dt = 1 / (double)steps, more = 2 * dt / (dx * dx), less = dt / (dx * dx);
    return (struct adi){ -more / 2, 1 + more, -less / 2, 1 + less };
}

static int adi_steps(long steps, long n, double *u, double *v)
{
    int status = 0;
    for (long t = 0; t < steps && !status; t++)
        status = adi_columns(n, adi_factors(steps, n), u, v) || adi_rows(n, adi_factors(steps, n), u, v);
    return status;
}

// ---- Plain loops ----

static void plain_jacobi_1d(long steps, long n, double *a, double *b)
{
    for (long t = 0; t < steps; t++) {
        for (long i = 1; i < n - 1; i++)
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
        for (long i = 1; i < n - 1; i++)
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
    }
}

static void plain_jacobi_2d_step(long n, const double *a, double *b)
{
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++)
            b[i * n + j] = 0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i + 1) * n + j] + a[(i - 1) * n + j]);
}

static void plain_jacobi_2d(long steps, long n, double *a, double *b)
{
    for (long t = 0; t < steps; t++) {
        plain_jacobi_2d_step(n, a, b);
        plain_jacobi_2d_step(n, b, a);
    }
}

static void plain_heat_3d_step(long n, const double *a, double *b)
{
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++)
            for (long k = 1; k < n - 1; k++) {
                const double *x = a + (i * n + j) * n + k;
                b[(i * n + j) * n + k] = 0.125 * (x[n * n] - 2 * x[0] + x[-n * n]) + 0.125 * (x[n] - 2 * x[0] + x[-n]) +
                                         0.125 * (x[1] - 2 * x[0] + x[-1]) + x[0];
            }
}

static void plain_heat_3d(long steps, long n, double *a, double *b)
{
    for (long t = 0; t < steps; t++) {
        plain_heat_3d_step(n, a, b);
        plain_heat_3d_step(n, b, a);
    }
}

static void plain_fdtd_2d(long steps, long m, long n, double *ex, double *ey, double *hz)
{
    for (long t = 0; t < steps; t++) {
        for (long j = 0; j < n; j++)
            ey[j] = (double)t;
        for (long i = 1; i < m; i++)
            for (long j = 0; j < n; j++)
                ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
        for (long i = 0; i < m; i++)
            for (long j = 1; j < n; j++)
                ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
        for (long i = 0; i < m - 1; i++)
            for (long j = 0; j < n - 1; j++)
                hz[i * n + j] -= 0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
    }
}

static void plain_seidel_2d(long steps, long n, double *a)
{
    for (long t = 0; t < steps; t++)
        for (long i = 1; i < n - 1; i++)
            for (long j = 1; j < n - 1; j++) {
                const double *above = a + (i - 1) * n + j, *row = a + i * n + j, *below = a + (i + 1) * n + j;
                a[i * n + j] = (above[-1] + above[0] + above[1] + row[-1] + row[0] + row[1] + below[-1] + below[0] + below[1]) / 9;
            }
}

static void plain_adi(long steps, long n, double *u, double *v, double *p, double *q)
{
    const struct adi f = adi_factors(steps, n);
    for (long t = 0; t < steps; t++) {
        for (long i = 1; i < n - 1; i++) {
            v[i] = 1, p[i * n] = 0, q[i * n] = 1;
            for (long j = 1; j < n - 1; j++) {
                p[i * n + j] = -f.a / (f.a * p[i * n + j - 1] + f.b);
                q[i * n + j] = (-f.d * u[j * n + i - 1] + (1 + 2 * f.d) * u[j * n + i] -
                                f.d * u[j * n + i + 1] - f.a * q[i * n + j - 1]) /
                               (f.a * p[i * n + j - 1] + f.b);
            }
            v[(n - 1) * n + i] = 1;
            for (long j = n - 2; j >= 1; j--)
                v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
        }
        for (long i = 1; i < n - 1; i++) {
            u[i * n] = 1, p[i * n] = 0, q[i * n] = 1;
            for (long j = 1; j < n - 1; j++) {
                p[i * n + j] = -f.d / (f.d * p[i * n + j - 1] + f.e);
                q[i * n + j] = (-f.a * v[(i - 1) * n + j] + (1 + 2 * f.a) * v[i * n + j] -
                                f.a * v[(i + 1) * n + j] - f.d * q[i * n + j - 1]) /
                               (f.d * p[i * n + j - 1] + f.e);
            }
            u[i * n + n - 1] = 1;
            for (long j = n - 2; j >= 1; j--)
                u[i * n + j] = p[i * n + j] * u[i * n + j + 1] + q[i * n + j];
        }
    }
}

// ---- Are they right? ----

// A step whose result is a mean of elements of at most 1 makes no error larger, and adds a few roundings of its own.
static double mean_bound(double steps, double roundings) { return 2 * steps * roundings * POLY_ULP; }

static void try_jacobi_1d(long steps, long n)
{
    struct poly a = poly_in(n), b = poly_in(n);
    POLY_RUN(jacobi_1d_steps(steps, n, a.device, b.device), plain_jacobi_1d(steps, n, a.host, b.host));
    poly_compare(a, mean_bound(2 * (double)steps, 4));
}

static void try_jacobi_2d(long steps, long n)
{
    struct poly a = poly_in(n * n), b = poly_in(n * n);
    POLY_RUN(jacobi_2d_steps(steps, n, a.device, b.device), plain_jacobi_2d(steps, n, a.host, b.host));
    poly_compare(a, mean_bound(2 * (double)steps, 6));
}

static void try_heat_3d(long steps, long n)
{
    struct poly a = poly_in(n * n * n), b = poly_in(n * n * n);
    POLY_RUN(heat_3d_steps(steps, n, a.device, b.device), plain_heat_3d(steps, n, a.host, b.host));
    poly_compare(a, mean_bound(2 * (double)steps, 12));
}

// The fields' energy is kept up to what row 0 brings in, at most t: elements stay below 8 + 8 t, and so, relative to that, do errors.
static void try_fdtd_2d(long steps, long m, long n)
{
    struct poly ex = poly_in(m * n), ey = poly_in(m * n), hz = poly_in(m * n);
    const double most = 8 * (1 + (double)steps);
    POLY_RUN(fdtd_2d_steps(steps, m, n, ex.device, ey.device, hz.device), plain_fdtd_2d(steps, m, n, ex.host, ey.host, hz.host));
    poly_compare(hz, mean_bound((double)steps, 10) * most * (double)steps);
    poly_compare(ex, mean_bound((double)steps, 10) * most * (double)steps);
    poly_compare(ey, mean_bound((double)steps, 10) * most * (double)steps);
}

// A mean of elements of which some are of this sweep: an error passes on along a row and down the rows.
static void try_seidel_2d(long steps, long n)
{
    struct poly a = poly_in(n * n);
    POLY_RUN(seidel_2d(steps, n, a.device), plain_seidel_2d(steps, n, a.host));
    poly_compare(a, mean_bound((double)steps, 10) * 2 * (double)n);
}

// The systems are dominated by their diagonals by 1, relative to which right sides are at most 1 + 4 d: at n = 40 and 4 steps below
// 2000, and a solution is off by the roundings of that, 8 in each of two passes.
static void try_adi(long steps, long n)
{
    struct poly u = poly_in(n * n), v = poly_out(n * n), p = poly_out(n * n), q = poly_out(n * n);
    const struct adi f = adi_factors(steps, n);
    POLY_RUN(adi_steps(steps, n, u.device, v.device), plain_adi(steps, n, u.host, v.host, p.host, q.host));
    poly_compare(u, mean_bound((double)steps, 16) * (1 + 4 * fabs(f.a)) * (1 + 4 * fabs(f.a)));
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    POLY_TRY(25, "adi", try_adi(CARD_SIZE(4, 20), CARD_SIZE(40, 1000)));
    POLY_TRY(26, "fdtd-2d", try_fdtd_2d(CARD_SIZE(4, 20), CARD_SIZE(40, 1000), CARD_SIZE(300, 1200)));
    POLY_TRY(27, "heat-3d", try_heat_3d(CARD_SIZE(2, 10), CARD_SIZE(20, 120)));
    POLY_TRY(28, "jacobi-1d", try_jacobi_1d(CARD_SIZE(4, 100), CARD_SIZE(1500, 200000)));
    POLY_TRY(29, "jacobi-2d", try_jacobi_2d(CARD_SIZE(4, 20), CARD_SIZE(40, 1300)));
    POLY_TRY(30, "seidel-2d", try_seidel_2d(CARD_SIZE(4, 5), CARD_SIZE(40, 1000)));
    return card_end();
}
