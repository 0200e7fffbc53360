// transpose.c -- z = x transposed.
//
// Square blocks have the same length along the rows of x and along the rows of z. So both arrays
// are accessed in runs of a whole block row, and the block is transposed in fast memory.
// Each side is the last dim of one of the arrays, where a TPU needs multiples of 128.

#include <pallas.h>
#include "example.h"

enum { B = 128 };

PL_KERNEL(transpose_kernel,
          PL_REF(const float, x, B, B),
          PL_REF(float, z, B, B))
{
    PL_EACH ((r, B), (c, B))
        z[r][c] = x[c][r];
}

PL_CALL(transpose, transpose_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(n, B)), (j, PL_CDIV(m, B))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((B, B), (j, i))),
        PL_OUT(float, z, (n, m), PL_BLOCKSPEC((B, B), (i, j))))

// int transpose(long m, long n, const float *x, float *z);

static void reference(long m, long n, const float *x, float *z)
{
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            z[c * m + r] = x[r * n + c];
}

int main(void)
{
    enum { M = 300, N = 500 };          // not multiples of B
    static float x[M * N], z[M * N], expected[M * N];
    example_fill(x, M * N);
    reference(M, N, x, expected);

    double start = example_clock();
    if (transpose(M, N, x, z))
        return example_failed("transpose");
    double seconds = example_clock() - start;

    // Elements are moved, never computed: nothing is rounded.
    return example_report("transpose", "z = x transposed, f32", "300x500",
                          example_error(z, expected, M * N), 0, seconds);
}
