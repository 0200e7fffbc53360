// medley.c -- deriche, floyd-warshall, nussinov: recursive filters, paths in a graph, a table of intervals.

#include "poly.h"

enum { LINES = 16 };

// The factors of Deriche's filter, as two filters of second order.
struct deriche { double before[2], after[2], back[2]; };

// Each line of x, filtered from both ends. The recursion goes along the line; lines are independent. A line is a row, so c goes along
// it, or a column, so r does: then neighbors in a row are in neighboring lanes.
#define DERICHE(name, ROWS, COLUMNS, line, at, shape, block, place)                                                                \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, length), PL_SCALAR(struct deriche, f), PL_REF(const double, x, ROWS, COLUMNS),        \
              PL_REF(double, z, ROWS, COLUMNS))                                                                                    \
    {                                                                                                                              \
        PL_EACH ((line, LINES)) {                                                                                                  \
            double y1 = 0, y2 = 0, last = 0;                                                                                       \
            PL_LOOP (at, 0, length) {                                                                                              \
                const double y = f.before[0] * x[r][c] + f.before[1] * last + f.back[0] * y1 + f.back[1] * y2;                     \
                last = x[r][c];                                                                                                    \
                y2 = y1;                                                                                                           \
                y1 = y;                                                                                                            \
                z[r][c] = y;                                                                                                       \
            }                                                                                                                      \
            y1 = y2 = 0;                                                                                                           \
            double next = 0, after = 0;                                                                                            \
            PL_LOOP (k, 0, length) {                                                                                               \
                const long at = length - 1 - k;                                                                                    \
                const double y = f.after[0] * next + f.after[1] * after + f.back[0] * y1 + f.back[1] * y2;                         \
                after = next;                                                                                                      \
                next = x[r][c];                                                                                                    \
                y2 = y1;                                                                                                           \
                y1 = y;                                                                                                            \
                z[r][c] += y;                                                                                                      \
            }                                                                                                                      \
        }                                                                                                                          \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(lines),                                                                                                       \
            PL_SCALAR(long, length), PL_SCALAR(struct deriche, f),                                                                 \
            PL_GRID(PL_PARALLEL(i, PL_CDIV(lines, LINES))),                                                                        \
            PL_IN (double, x, shape, PL_BLOCKSPEC(block, place)),                                                                  \
            PL_OUT(double, z, shape, PL_BLOCKSPEC(block, place)))

DERICHE(deriche_rows, LINES, length, r, c, (lines, length), (LINES, PL_FULL), (i, 0))
DERICHE(deriche_columns, length, LINES, c, r, (length, lines), (PL_FULL, LINES), (0, i))

// Program k allows paths through node k. Row and column k do not change in it, and are copied, because others change theirs.
PL_KERNEL(floyd_warshall_kernel, PL_SCALAR(long, n), PL_REF(double, path, n, n), PL_REF(double, from, n), PL_REF(double, to, n))
{
    const long k = PL_PROGRAM_ID(0);
    PL_EACH ((i, n)) {
        to[i] = path[i][k];
        from[i] = path[k][i];
    }
    PL_EACH ((i, n), (j, n))
        path[i][j] = PL_MIN(path[i][j], to[i] + from[j]);
}

PL_CALL(floyd_warshall, floyd_warshall_kernel,
        PL_SCALAR(long, n),
        PL_GRID((k, n)),
        PL_INOUT(double, path, (n, n), PL_WHOLE),
        PL_SCRATCH(double, (n)), PL_SCRATCH(double, (n)))

// t[i][j]: the most pairs in bases i to j. Program d has all intervals of d + 1 bases, which are made of shorter ones.
PL_KERNEL(nussinov_kernel, PL_SCALAR(long, n), PL_REF(const double, base, n), PL_REF(double, t, n, n))
{
    const long d = PL_PROGRAM_ID(0) + 1;
    PL_EACH ((i, n - d)) {
        const long j = i + d;
        const double inner = d > 1 ? t[i + 1][j - 1] : 0;
        double most = PL_MAX(t[i][j - 1], t[i + 1][j]);
        most = PL_MAX(most, inner + (d > 1 && base[i] + base[j] == 3 ? 1 : 0));
        PL_LOOP (k, i + 1, j)
            most = PL_MAX(most, t[i][k] + t[k + 1][j]);
        t[i][j] = most;
    }
}

PL_CALL(nussinov, nussinov_kernel,
        PL_SCALAR(long, n),
        PL_GRID((d, n - 1)),
        PL_IN   (double, base, (n), PL_WHOLE),
        PL_INOUT(double, t, (n, n), PL_WHOLE))

// ---- Plain loops ----

static struct deriche factors(void)
{
    const double alpha = 0.25, e = exp(-alpha);
    const double k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - e * e);
    return (struct deriche){ { k, k * e * (alpha - 1) }, { k * e * (alpha + 1), -k * e * e }, { pow(2, -alpha), -e * e } };
}

static void plain_line(long n, long apart, const double *x, double *z, double *forth)
{
    const struct deriche f = factors();
    double y1 = 0, y2 = 0, last = 0, after = 0;
    for (long c = 0; c < n; c++) {
        forth[c] = f.before[0] * x[c * apart] + f.before[1] * last + f.back[0] * y1 + f.back[1] * y2;
        last = x[c * apart];
        y2 = y1;
        y1 = forth[c];
    }
    y1 = y2 = last = 0;
    for (long c = n - 1; c >= 0; c--) {
        const double y = f.after[0] * last + f.after[1] * after + f.back[0] * y1 + f.back[1] * y2;
        after = last;
        last = x[c * apart];
        y2 = y1;
        y1 = y;
        z[c * apart] = forth[c] + y;
    }
}

static void plain_deriche(long m, long n, const double *x, double *middle, double *z, double *line)
{
    for (long i = 0; i < m; i++)
        plain_line(n, 1, x + i * n, middle + i * n, line);
    for (long j = 0; j < n; j++)
        plain_line(m, n, middle + j, z + j, line);
}

static void plain_floyd_warshall(long n, double *path)
{
    for (long k = 0; k < n; k++)
        for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++)
                if (path[i * n + k] + path[k * n + j] < path[i * n + j])
                    path[i * n + j] = path[i * n + k] + path[k * n + j];
}

static double larger(double a, double b) { return a > b ? a : b; }

static void plain_nussinov(long n, const double *base, double *t)
{
    for (long i = n - 1; i >= 0; i--)
        for (long j = i + 1; j < n; j++) {
            t[i * n + j] = larger(t[i * n + j], t[i * n + j - 1]);
            t[i * n + j] = larger(t[i * n + j], t[(i + 1) * n + j]);
            t[i * n + j] = larger(t[i * n + j], t[(i + 1) * n + j - 1] + (i < j - 1 && base[i] + base[j] == 3));
            for (long k = i + 1; k < j; k++)
                t[i * n + j] = larger(t[i * n + j], t[i * n + k] + t[(k + 1) * n + j]);
        }
}

// ---- Are they right? ----

static int deriche(long m, long n, const double *x, double *middle, double *z)
{
    return deriche_rows(m, n, factors(), x, middle) || deriche_columns(n, m, factors(), middle, z);
}

// The recursion has two poles of magnitude exp(-0.25): an error of a step, of four products of at most 8, is summed by 1 / (1 - e)
// for each pole, about 20 in all; twice, for two filters of gain below 4.
static void try_deriche(long m, long n)
{
    struct poly x = poly_in(m * n), middle = poly_out(m * n), z = poly_out(m * n), line = poly_out(PL_MAX(m, n));
    POLY_RUN(deriche(m, n, x.device, middle.device, z.device), plain_deriche(m, n, x.host, middle.host, z.host, line.host));
    poly_compare(z, 2 * 4 * 4 * 8 * 20 * (1 + 4) * POLY_ULP);
}

// Whole numbers: all sums are exact, and so is the result.
static double weight(long k, long i) { return floor(1 + 999 * (double)card_unit(k, i)); }
static double base_at(long k, long i) { return floor(4 * (double)card_unit(k, i)); }

static void try_floyd_warshall(long n)
{
    struct poly path = poly_array(n * n, weight);
    POLY_RUN(floyd_warshall(n, path.device), plain_floyd_warshall(n, path.host));
    poly_compare(path, DBL_MIN);
}

static void try_nussinov(long n)
{
    struct poly base = poly_array(n, base_at), t = poly_out(n * n);
    POLY_RUN(nussinov(n, base.device, t.device), plain_nussinov(n, base.host, t.host));
    poly_compare(t, DBL_MIN);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    POLY_TRY(22, "deriche", try_deriche(CARD_SIZE(40, 4096), CARD_SIZE(50, 2160)));
    POLY_TRY(23, "floyd-warshall", try_floyd_warshall(CARD_SIZE(40, 500)));
    POLY_TRY(24, "nussinov", try_nussinov(CARD_SIZE(40, 500)));
    return card_end();
}
