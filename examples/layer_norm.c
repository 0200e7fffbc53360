// layer_norm.c -- shifts each row to mean 0, scales it to variance 1, then scales and shifts it by vectors.
//
// A block is 16 whole rows, because mean and variance need all elements of a row. gain and shift are
// one row, the same for every program: PL_WHOLE is one block, which is fetched once.

#include <float.h>
#include <math.h>
#include <pallas.h>
#include "example.h"

enum { BM = 16 };

static const float epsilon = 1e-5f;                     // prevents a division by zero for a constant row

PL_KERNEL(layer_norm_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BM, n),
          PL_REF(const float, gain, n),
          PL_REF(const float, shift, n),
          PL_REF(float, y, BM, n))
{
    PL_EACH ((r, BM)) {
        float sum = 0, squares = 0;
        PL_REDUCE (sum, PL_ADD, (c, n), x[r][c]);
        float mean = sum / n;
        PL_REDUCE (squares, PL_ADD, (c, n), (x[r][c] - mean) * (x[r][c] - mean));
        float scale = 1 / sqrtf(squares / n + epsilon);
        PL_EACH ((c, n))
            y[r][c] = (x[r][c] - mean) * scale * gain[c] + shift[c];
    }
}

PL_CALL(layer_norm, layer_norm_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM))),
        PL_IN (float, x,     (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),
        PL_IN (float, gain,  (n),    PL_WHOLE),
        PL_IN (float, shift, (n),    PL_WHOLE),
        PL_OUT(float, y,     (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

// int layer_norm(long m, long n, const float *x, const float *gain, const float *shift, float *y);

// Returns the smallest deviation by which a row was divided; the bound in main needs it.
static double reference(long m, long n, const float *x, const float *gain, const float *shift, float *y)
{
    double smallest = INFINITY;
    for (long r = 0; r < m; r++, x += n, y += n) {
        float sum = 0, squares = 0;
        for (long c = 0; c < n; c++)
            sum += x[c];
        float mean = sum / n;
        for (long c = 0; c < n; c++)
            squares += (x[c] - mean) * (x[c] - mean);
        float deviation = sqrtf(squares / n + epsilon);
        for (long c = 0; c < n; c++)
            y[c] = (x[c] - mean) / deviation * gain[c] + shift[c];
        smallest = fmin(smallest, deviation);
    }
    return smallest;
}

int main(void)
{
    enum { M = 50, N = 300 };
    static float x[M * N], gain[N], shift[N], y[M * N], expected[M * N];
    example_fill(x, M * N);
    example_fill(gain, N);
    example_fill(shift, N);
    double smallest = reference(M, N, x, gain, shift, expected);

    double start = example_clock();
    if (layer_norm(M, N, x, gain, shift, y))
        return example_failed("layer_norm");
    double seconds = example_clock() - start;

    // All inputs are at most 1. A mean of N of them is off by at most N FLT_EPSILON/2, which the deviation divides; a
    // sum of N squares by N FLT_EPSILON/2 of itself, and its root by half of that; 8 more roundings follow. That is
    // one result, and two are compared. No element of a row is more than sqrt(N) deviations from its mean.
    double mean = N * FLT_EPSILON / 2 / smallest, rest = (N / 4.0 + 8) * FLT_EPSILON * sqrt(N);
    return example_report("layer_norm", "y = (x - mean) / deviation gain + shift", "50x300",
                          example_error(y, expected, M * N), 2 * (mean + rest), seconds);
}
