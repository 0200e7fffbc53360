// reductions.c -- o = x[0] + x[1] + ... + x[7], the sum of 8 matrices: first wrong, then right.
//
// Program i gets matrix i of x: PL_NONE selects one index of a dim and drops it. The block of o is the same
// for every i, so its window in fast memory accumulates the matrices. But every new output block
// is uninitialized: a kernel that does not clear it first adds to unspecified data, and the report says so.
//
// The axis of the sum must be the last one of the grid: a block that was written back after its visit is not read again.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { ROWS = 64, COLUMNS = 128 };

// Wrong: nothing clears o. Only checks report it, so it is compiled only with checks; pallasc rejects it.
#if PL_CHECKS && !defined __PALLASC__
PL_KERNEL(naive_sum_kernel,
          PL_REF(const float, x, ROWS, COLUMNS),
          PL_REF(float, o, ROWS, COLUMNS))
{
    PL_EACH ((r, ROWS), (c, COLUMNS))
        o[r][c] += x[r][c];
}

PL_CALL(naive_sum, naive_sum_kernel,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_IN (float, x, (n, ROWS, COLUMNS), PL_BLOCKSPEC((PL_NONE, ROWS, COLUMNS), (i, 0, 0))),
        PL_OUT(float, o, (ROWS, COLUMNS), PL_BLOCKSPEC((ROWS, COLUMNS), (0, 0))))
#endif

// Right: the first program clears o.
PL_KERNEL(sum_kernel,
          PL_REF(const float, x, ROWS, COLUMNS),
          PL_REF(float, o, ROWS, COLUMNS))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_EACH ((r, ROWS), (c, COLUMNS))
        o[r][c] += x[r][c];
}

PL_CALL(sum, sum_kernel,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_IN (float, x, (n, ROWS, COLUMNS), PL_BLOCKSPEC((PL_NONE, ROWS, COLUMNS), (i, 0, 0))),
        PL_OUT(float, o, (ROWS, COLUMNS), PL_BLOCKSPEC((ROWS, COLUMNS), (0, 0))))

// int sum(long n, const float *x, float *o);

static void reference(long n, const float *x, float *o)
{
    for (long c = 0; c < ROWS * COLUMNS; c++) {
        o[c] = 0;
        for (long i = 0; i < n; i++)
            o[c] += x[i * ROWS * COLUMNS + c];
    }
}

int main(void)
{
    enum { N = 8, SIZE = ROWS * COLUMNS };
    static float x[N * SIZE], o[SIZE], expected[SIZE];
    example_fill(x, N * SIZE);
    reference(N, x, expected);

#if PL_CHECKS && !defined __PALLASC__ && !defined PL_TARGET_OPENCL && !defined PL_TARGET_TPU
    // The wrong one. Checks reject it, and print the reason; pl_error() returns it, too.
    int rejected = naive_sum(N, x, o) != 0;
    printf("%-16s %s\n", "naive_sum", rejected ? "rejected, as it should be" : "not rejected: the checks missed it");
#else
    int rejected = 1;                                    // without checks nothing detects it
#endif

    // The right one.
    double start = example_clock();
    if (sum(N, x, o))
        return example_failed("sum");
    double seconds = example_clock() - start;

    // N terms of at most 1: either sum is off by at most N FLT_EPSILON/2 times N, and two are compared.
    double bound = (double)N * FLT_EPSILON * N;
    int wrong = example_report("sum", "o = x[0] + x[1] + ... + x[7]", "8x64x128", example_error(o, expected, SIZE),
                               bound, seconds);
    return wrong || !rejected;
}
