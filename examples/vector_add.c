// vector_add.c -- z = x + y, for vectors of any length. Read this example first.
//
//     make run SRC=examples/vector_add.c
//     cc -I. examples/vector_add.c -lm && ./a.out      the same, with nothing but a C compiler
//
// The vectors are cut into blocks of 256 elements, small enough for any chip's fast memory, and the kernel runs
// once per block. 1000 is not a multiple of 256: the last block extends past the end by 24 elements. Elements that
// the kernel reads there are unspecified, and elements that it writes there are dropped, so it needs no mask.

#include <pallas.h>
#include "example.h"

enum { BLOCK = 256 };

// One block: x, y and z are plain C arrays here, copied in before the body runs and copied out after it.
PL_KERNEL(vector_add_kernel,
          PL_REF(const float, x, BLOCK),
          PL_REF(const float, y, BLOCK),
          PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = x[c] + y[c];
}

// All blocks: program i of the grid gets block i of each vector.
PL_CALL(vector_add, vector_add_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

// int vector_add(long n, const float *x, const float *y, float *z);

static void reference(long n, const float *x, const float *y, float *z)
{
    for (long i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

int main(void)
{
    enum { N = 1000 };
    static float x[N], y[N], z[N], expected[N];
    example_fill(x, N);
    example_fill(y, N);
    reference(N, x, y, expected);

    double start = example_clock();
    if (vector_add(N, x, y, z))
        return example_failed("vector_add");
    double seconds = example_clock() - start;

    double bound = 0;                                   // one addition, rounded in the same way on every machine
    return example_report("vector_add", "z = x + y", "1000", example_error(z, expected, N), bound, seconds);
}
