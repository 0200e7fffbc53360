// rms_norm.c -- each row divided by the root of its mean square: y = x / rms(x) gain.
//
// A block is 16 whole rows, as in layer_norm.c, but its width is a constant, with which compilers and vector units
// work best: rows of 200 are in blocks of 256 columns. The last 56 columns are outside the array. With PL_EDGE(0)
// they read as zero, so the sum over the block is the sum over the row. Elements written there are dropped.

#include <float.h>
#include <math.h>
#include <pallas.h>
#include "example.h"

enum { BM = 16, WIDTH = 256 };

static const float epsilon = 1e-6f;                     // prevents a division by zero for a row of zeros

PL_KERNEL(rms_norm_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BM, WIDTH),
          PL_REF(const float, gain, WIDTH),
          PL_REF(float, y, BM, WIDTH))
{
    PL_CHECK(n <= WIDTH, "a row of %ld is longer than a block of %d", n, WIDTH);
    PL_EACH ((r, BM)) {
        float squares = 0;
        PL_REDUCE (squares, PL_ADD, (c, WIDTH), x[r][c] * x[r][c]);
        float scale = 1 / sqrtf(squares / n + epsilon);
        PL_EACH ((c, WIDTH))
            y[r][c] = x[r][c] * scale * gain[c];
    }
}

PL_CALL(rms_norm, rms_norm_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM))),
        PL_IN (float, x,    (m, n), PL_BLOCKSPEC((BM, WIDTH), (i, 0), PL_EDGE(0))),
        PL_IN (float, gain, (n),    PL_BLOCKSPEC((WIDTH), (0))),
        PL_OUT(float, y,    (m, n), PL_BLOCKSPEC((BM, WIDTH), (i, 0))))

// int rms_norm(long m, long n, const float *x, const float *gain, float *y);

static void reference(long m, long n, const float *x, const float *gain, float *y)
{
    for (long r = 0; r < m; r++, x += n, y += n) {
        float squares = 0;
        for (long c = 0; c < n; c++)
            squares += x[c] * x[c];
        float scale = 1 / sqrtf(squares / n + epsilon);
        for (long c = 0; c < n; c++)
            y[c] = x[c] * scale * gain[c];
    }
}

int main(void)
{
    enum { M = 50, N = 200 };
    static float x[M * N], gain[N], y[M * N], expected[M * N];
    example_fill(x, M * N);
    example_fill(gain, N);
    reference(M, N, x, gain, expected);

    double start = example_clock();
    if (rms_norm(M, N, x, gain, y))
        return example_failed("rms_norm");
    double seconds = example_clock() - start;

    // A sum of N squares is off by at most N FLT_EPSILON/2 of itself, and its root by half of that; 8 more roundings
    // follow. That is one result, and two are compared. No element of a row exceeds sqrt(N) times the row's rms, and
    // |gain| <= 1.
    double bound = 2 * (N / 4.0 + 8) * FLT_EPSILON * sqrt(N);
    return example_report("rms_norm", "y = x / rms(x) gain", "50x200", example_error(y, expected, M * N), bound,
                          seconds);
}
