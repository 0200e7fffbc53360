// datamining.c -- correlation, covariance: the columns of a matrix, centered (and scaled), then their products with each other.

#include "poly.h"

enum { B = 64, ROWS = 64 };

// The mean of each column, and 1 over what it is divided by: 1, or its deviation times the root of m; 1 if that vanishes.
PL_KERNEL(columns_kernel, PL_SCALAR(bool, is_scaled), PL_SCALAR(double, m), PL_REF(const double, x, ROWS, B),
          PL_REF(double, mean, B), PL_REF(double, scale, B))
{
    const long step = PL_AXIS(i), steps = PL_NUM_PROGRAMS(1) / 2;
    PL_WHEN (step == 0) {
        PL_FILL(mean, 0);
        PL_FILL(scale, 0);
    }
    PL_WHEN (step < steps)
        PL_EACH ((c, B))
            PL_LOOP (r, 0, ROWS)
                mean[c] += PL_INSIDE(x, r, c) ? x[r][c] / m : 0;
    PL_WHEN (step >= steps)
        PL_EACH ((c, B))
            PL_LOOP (r, 0, ROWS)
                scale[c] += PL_INSIDE(x, r, c) ? (x[r][c] - mean[c]) * (x[r][c] - mean[c]) : 0;
    PL_WHEN (PL_LAST(1))
        PL_EACH ((c, B)) {
            const double deviation = sqrt(scale[c] / m);
            scale[c] = is_scaled ? 1 / (sqrt(m) * (deviation <= 0.1 ? 1 : deviation)) : 1;
        }
}

// The last axis goes over the rows twice: for the means, and for the deviations from them.
PL_CALL(columns, columns_kernel,
        PL_SIZES(rows, n),
        PL_SCALAR(bool, is_scaled), PL_SCALAR(double, m),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(n, B)), (i, 2 * PL_CDIV(rows, ROWS))),
        PL_IN (double, x, (rows, n), PL_BLOCKSPEC((ROWS, B), (i % PL_CDIV(rows, ROWS), j))),
        PL_OUT(double, mean, (n), PL_BLOCKSPEC((B), (j))),
        PL_OUT(double, scale, (n), PL_BLOCKSPEC((B), (j))))

PL_KERNEL(center_kernel, PL_REF(double, x, ROWS, B), PL_REF(const double, mean, B), PL_REF(const double, scale, B))
{
    PL_EACH ((r, ROWS), (c, B))
        x[r][c] = (x[r][c] - mean[c]) * scale[c];
}

PL_CALL(center, center_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, ROWS)), PL_PARALLEL(j, PL_CDIV(n, B))),
        PL_INOUT(double, x, (m, n), PL_BLOCKSPEC((ROWS, B), (i, j))),
        PL_IN   (double, mean, (n), PL_BLOCKSPEC((B), (j))),
        PL_IN   (double, scale, (n), PL_BLOCKSPEC((B), (j))))

// x' x / over.
PL_KERNEL(products_kernel, PL_SCALAR(double, over), PL_REF(const double, x, ROWS, B), PL_REF(const double, y, ROWS, B),
          PL_REF(double, z, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, PL_T(x), y);
    PL_WHEN (PL_LAST(2) && over != 1)
        PL_EACH ((i, B), (j, B))
            z[i][j] /= over;
}

PL_CALL(products, products_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(double, over),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B)), PL_PARALLEL(j, PL_CDIV(n, B)), (l, PL_CDIV(m, ROWS))),
        PL_IN (double, x, (m, n), PL_BLOCKSPEC((ROWS, B), (l, i), PL_EDGE(0))),
        PL_IN (double, y, (m, n), PL_BLOCKSPEC((ROWS, B), (l, j), PL_EDGE(0))),
        PL_OUT(double, z, (n, n), PL_BLOCKSPEC((B, B), (i, j))))

// ---- Plain loops ----

static void plain_covariance(long m, long n, double *x, double *mean, double *z)
{
    for (long j = 0; j < n; j++) {
        mean[j] = 0;
        for (long i = 0; i < m; i++)
            mean[j] += x[i * n + j];
        mean[j] /= (double)m;
    }
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++)
            x[i * n + j] -= mean[j];
    for (long i = 0; i < n; i++)
        for (long j = i; j < n; j++) {
            z[i * n + j] = 0;
            for (long l = 0; l < m; l++)
                z[i * n + j] += x[l * n + i] * x[l * n + j];
            z[i * n + j] /= (double)m - 1;
            z[j * n + i] = z[i * n + j];
        }
}

static void plain_correlation(long m, long n, double *x, double *mean, double *deviation, double *z)
{
    for (long j = 0; j < n; j++) {
        mean[j] = deviation[j] = 0;
        for (long i = 0; i < m; i++)
            mean[j] += x[i * n + j];
        mean[j] /= (double)m;
        for (long i = 0; i < m; i++)
            deviation[j] += (x[i * n + j] - mean[j]) * (x[i * n + j] - mean[j]);
        deviation[j] = sqrt(deviation[j] / (double)m);
        if (deviation[j] <= 0.1)
            deviation[j] = 1;
    }
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++)
            x[i * n + j] = (x[i * n + j] - mean[j]) / (sqrt((double)m) * deviation[j]);
    for (long i = 0; i < n; i++) {
        z[i * n + i] = 1;
        for (long j = i + 1; j < n; j++) {
            z[i * n + j] = 0;
            for (long l = 0; l < m; l++)
                z[i * n + j] += x[l * n + i] * x[l * n + j];
            z[j * n + i] = z[i * n + j];
        }
    }
}

// ---- Are they right? ----

static int covariance(long m, long n, double *x, double *mean, double *scale, double *z)
{
    return columns(m, n, false, (double)m, x, mean, scale) || center(m, n, x, mean, scale) ||
           products(m, n, (double)m - 1, x, x, z);
}

static int correlation(long m, long n, double *x, double *mean, double *scale, double *z)
{
    return columns(m, n, true, (double)m, x, mean, scale) || center(m, n, x, mean, scale) || products(m, n, 1, x, x, z);
}

// Elements are in [-1, 1): centered ones are at most 2. A mean is off by m roundings of at most 1, which enters each product twice.
static void try_covariance(long m, long n)
{
    struct poly x = poly_in(m * n), mean = poly_out(n), scale = poly_out(n), z = poly_out(n * n);
    POLY_RUN(covariance(m, n, x.device, mean.device, scale.device, z.device), plain_covariance(m, n, x.host, mean.host, z.host));
    poly_compare(z, poly_sum((double)m + 4, 4) / ((double)m - 1) + 2 * 8 * (double)m * POLY_ULP);
}

// Uniform columns have deviations of about 0.58, and at least 0.3: scaled elements are at most 2 / (0.3 sqrt(m)), and are off by
// the errors of the mean and of the deviation, m roundings each, over the same.
static void try_correlation(long m, long n)
{
    struct poly x = poly_in(m * n), mean = poly_out(n), scale = poly_out(n), z = poly_out(n * n);
    const double most = 2 / (0.3 * sqrt((double)m));
    POLY_RUN(correlation(m, n, x.device, mean.device, scale.device, z.device),
             plain_correlation(m, n, x.host, mean.host, scale.host, z.host));
    poly_compare(z, poly_sum((double)m + 12, most * most) + 2 * 4 * (double)m * most * most * (2 * (double)m + 8) * POLY_ULP);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    POLY_TRY(14, "correlation", try_correlation(CARD_SIZE(90, 700), CARD_SIZE(70, 600)));
    POLY_TRY(15, "covariance", try_covariance(CARD_SIZE(90, 700), CARD_SIZE(70, 600)));
    return card_end();
}
