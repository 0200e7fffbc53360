// softmax.c -- the softmax of each row: o = exp(x) / sum of exp(x).
//
// A block is 16 whole rows: a row is used three times, for its maximum, its sum and its quotients, and should be
// fetched only once. The caller gives the length of the rows, so the width of a block is known only at run time.

#include <float.h>
#include <math.h>
#include <pallas.h>
#include "example.h"

enum { BM = 16 };

PL_KERNEL(softmax_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BM, n),
          PL_REF(float, o, BM, n))
{
    PL_EACH ((r, BM)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);       // subtracted, so that expf cannot overflow
        PL_EACH ((c, n))
            o[r][c] = expf(x[r][c] - top);
        PL_REDUCE (sum, PL_ADD, (c, n), o[r][c]);
        PL_EACH ((c, n))
            o[r][c] /= sum;
    }
}

PL_CALL(softmax, softmax_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

// int softmax(long m, long n, const float *x, float *o);

static void reference(long m, long n, const float *x, float *o)
{
    for (long r = 0; r < m; r++, x += n, o += n) {
        float top = -INFINITY, sum = 0;
        for (long c = 0; c < n; c++)
            top = fmaxf(top, x[c]);
        for (long c = 0; c < n; c++)
            sum += expf(x[c] - top);
        for (long c = 0; c < n; c++)
            o[c] = expf(x[c] - top) / sum;
    }
}

int main(void)
{
    enum { M = 50, N = 300 };
    static float x[M * N], o[M * N], expected[M * N];
    example_fill(x, M * N);
    reference(M, N, x, expected);

    double start = example_clock();
    if (softmax(M, N, x, o))
        return example_failed("softmax");
    double seconds = example_clock() - start;

    // Every term of the sum is positive, so N additions change it by at most N FLT_EPSILON/2 of itself; x - top, expf
    // (at most 4 units in the last place) and the quotient add less than 16 FLT_EPSILON. This is one result, and two
    // are compared. Inputs in [-1, 1] differ by at most 2, so no output exceeds e^2 / N.
    double bound = 2 * (N / 2.0 + 16) * FLT_EPSILON * exp(2) / N;
    return example_report("softmax", "o = softmax of each row of x", "50x300", example_error(o, expected, M * N), bound,
                          seconds);
}
