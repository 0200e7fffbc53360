// scan.c -- prefix sums of rows: z[r][c] = x[r][0] + … + x[r][c - 1], the place of each group in a packed list.
//
// PL_SCAN runs its body for each element with what the elements up to it add up to. Integers are exact in any order, so what is before an
// element is that without the element. Scratch carries the sum of a row along the sequential axis j, and is reset for each block of rows.
// Elements past the end of a row need no mask: they affect only sums that are dropped, and a carry that is never used.

#include <pallas.h>
#include "example.h"

enum { BM = 8, BN = 128 };

PL_KERNEL(scan_kernel,
          PL_REF(const int32_t, x, BM, BN),
          PL_REF(int32_t, z, BM, BN),
          PL_REF(int32_t, carry, BM))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(carry, 0);
    PL_EACH ((r, BM)) {
        int32_t sum = carry[r];
        PL_SCAN (sum, PL_ADD, (c, BN), x[r][c])
            z[r][c] = sum - x[r][c];
        carry[r] = sum;
    }
}

PL_CALL(scan, scan_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(int32_t, (BM)))

// int scan(long m, long n, const int32_t *x, int32_t *z);

static void reference(long m, long n, const int32_t *x, int32_t *z)
{
    for (long r = 0; r < m; r++)
        for (long c = 0, sum = 0; c < n; c++) {
            z[r * n + c] = (int32_t)sum;
            sum += x[r * n + c];
        }
}

int main(void)
{
    enum { M = 50, N = 333 };
    static int32_t x[M * N], z[M * N], expected[M * N];
    for (long e = 0; e < M * N; e++)
        x[e] = (int32_t)(100 * example_random());
    reference(M, N, x, expected);

    double start = example_clock();
    if (scan(M, N, x, z))
        return example_failed("scan");
    double seconds = example_clock() - start;

    double error = 0;
    for (long e = 0; e < M * N; e++)
        error += z[e] != expected[e];
    return example_report("scan", "sums of all before, i32", "50x333", error, 0, seconds);
}
