// seeds_pipelining.c -- every printed array of the document "Pipelining and BlockSpecs", and its exercises.
//
// The document adds matrices of ones and sums ones. The calls here also get values that differ from place to place,
// so that no block can replace another. All are integers: == is exact.

#include <pallas.h>
#include "../test.h"

enum { N = 512, DEPTH = 8 };

static float x[N * N], y[N * N], z[N * N];
static float stack[DEPTH * N * N];

static void fill_with_ones(float *a, long n)
{
    for (long e = 0; e < n; e++)
        a[e] = 1;
}

static void fill_with_places(float *a, long n, long factor)
{
    for (long e = 0; e < n; e++)
        a[e] = (float)(e * factor % 10007);
}

static long differ_from(const float *a, float value)
{
    long count = 0;
    for (long e = 0; e < N * N; e++)
        count += !(a[e] == value);
    return count;
}

// Returns the number of elements of z that are not x + y, and clears z.
static long differ_from_sum_of_two(void)
{
    long count = 0;
    for (long e = 0; e < N * N; e++) {
        count += !(z[e] == x[e] + y[e]);
        z[e] = -1;
    }
    return count;
}

static long differ_from_sum_of_stack(void)
{
    long count = 0;
    for (long e = 0; e < N * N; e++) {
        float sum = 0;
        for (long d = 0; d < DEPTH; d++)
            sum += stack[d * N * N + e];
        count += !(z[e] == sum);
        z[e] = -1;
    }
    return count;
}

// Runs one variant of the addition on ones (the document prints 2s), then on values that differ from place to place.
#define EXPECT_ADDS(call)                                                                       \
    do {                                                                                        \
        fill_with_ones(x, N * N);                                                               \
        fill_with_ones(y, N * N);                                                               \
        EXPECT((call) == 0);                                                                    \
        EXPECT(differ_from(z, 2) == 0);                                                         \
        fill_with_places(x, N * N, 7);                                                          \
        fill_with_places(y, N * N, 11);                                                         \
        EXPECT((call) == 0);                                                                    \
        EXPECT(differ_from_sum_of_two() == 0);                                                  \
    } while (0)

// The same for variants of the sum of a stack of matrices: the document prints 8s.
#define EXPECT_SUMS(call)                                                                       \
    do {                                                                                        \
        fill_with_ones(stack, DEPTH * N * N);                                                   \
        EXPECT((call) == 0);                                                                    \
        EXPECT(differ_from(z, 8) == 0);                                                         \
        fill_with_places(stack, DEPTH * N * N, 7);                                              \
        EXPECT((call) == 0);                                                                    \
        EXPECT(differ_from_sum_of_stack() == 0);                                                \
    } while (0)

// ---- add_matrices: one block is the whole array, moved in and out around one program ----

PL_KERNEL(add_matrices_kernel,
          PL_SCALAR(long, bm), PL_SCALAR(long, bn),
          PL_REF(const float, a, bm, bn),
          PL_REF(const float, b, bm, bn),
          PL_REF(float, sum, bm, bn))
{
    PL_EACH ((r, bm), (c, bn))
        sum[r][c] = a[r][c] + b[r][c];
}

PL_CALL(add_matrices, add_matrices_kernel,
        PL_SCALAR(long, m), PL_SCALAR(long, n),
        PL_GRID(),
        PL_IN (float, a, (m, n), PL_WHOLE),
        PL_IN (float, b, (m, n), PL_WHOLE),
        PL_OUT(float, sum, (m, n), PL_WHOLE))

TEST(adds_two_matrices)
{
    EXPECT_ADDS(add_matrices(N, N, x, y, z));
}

// ---- add_matrices_pipelined: two blocks of rows ----

PL_KERNEL(add_halves_kernel,
          PL_REF(const float, a, 256, 512),
          PL_REF(const float, b, 256, 512),
          PL_REF(float, sum, 256, 512))
{
    PL_EACH ((r, 256), (c, 512))
        sum[r][c] = a[r][c] + b[r][c];
}

PL_CALL(add_matrices_pipelined, add_halves_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, a, (512, 512), PL_BLOCKSPEC((256, 512), (i, 0))),
        PL_IN (float, b, (512, 512), PL_BLOCKSPEC((256, 512), (i, 0))),
        PL_OUT(float, sum, (512, 512), PL_BLOCKSPEC((256, 512), (i, 0))))

TEST(adds_in_a_pipeline)
{
    EXPECT_ADDS(add_matrices_pipelined(x, y, z));
}

// ---- add_matrices_pipelined_2d: block extents are parameters ----

PL_CALL(add_matrices_pipelined_2d, add_matrices_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(long, bm), PL_SCALAR(long, bn),
        PL_GRID((i, m / bm), (j, n / bn)),
        PL_IN (float, a, (m, n), PL_BLOCKSPEC((bm, bn), (i, j))),
        PL_IN (float, b, (m, n), PL_BLOCKSPEC((bm, bn), (i, j))),
        PL_OUT(float, sum, (m, n), PL_BLOCKSPEC((bm, bn), (i, j))))

TEST(adds_in_a_pipeline_of_blocks_of_any_extent)
{
    EXPECT_ADDS(add_matrices_pipelined_2d(N, N, 256, 256, x, y, z));
    EXPECT_ADDS(add_matrices_pipelined_2d(N, N, 128, 128, x, y, z));
    EXPECT_ADDS(add_matrices_pipelined_2d(N, N, 512, 512, x, y, z));
    EXPECT_ADDS(add_matrices_pipelined_2d(N, N, 64, 512, x, y, z));
}

// ---- Reductions ----

#if TEST_WRONG_CALLS
PL_KERNEL(naive_sum_kernel, PL_REF(const float, a, 512, 512), PL_REF(float, o, 512, 512))
{
    PL_EACH ((r, 512), (c, 512))
        o[r][c] += a[r][c];
}

PL_CALL(naive_sum, naive_sum_kernel,
        PL_SIZES(depth),
        PL_GRID((i, depth)),
        PL_IN (float, a, (depth, 512, 512), PL_BLOCKSPEC((PL_NONE, 512, 512), (i, 0, 0))),
        PL_OUT(float, o, (512, 512), PL_BLOCKSPEC((512, 512), (0, 0))))

// "Warning: this implementation is incorrect!" It adds to garbage, and the document prints 9s.
// With checks it is reported, by the contents of new windows. With another poison than the default nothing can be
// detected.
TEST(the_naive_sum_is_refused)
{
    fill_with_ones(stack, DEPTH * N * N);
    fill_with_ones(z, N * N);
    int code = naive_sum(DEPTH, stack, z);
    const char *settings = getenv("PALLAS");
    if (!(settings && strstr(settings, "poison="))) {
        EXPECT(code != 0);
        EXPECT(pl_error()[0] != 0);
    } else {
        EXPECT(code == 0 || pl_error()[0] != 0);
    }
}
#endif

PL_KERNEL(sum_kernel, PL_REF(const float, a, 512, 512), PL_REF(float, o, 512, 512))
{
    PL_WHEN (PL_PROGRAM_ID(0) == 0)
        PL_FILL(o, 0);
    PL_EACH ((r, 512), (c, 512))
        o[r][c] += a[r][c];
}

PL_CALL(sum, sum_kernel,
        PL_SIZES(depth),
        PL_GRID((i, depth)),
        PL_IN (float, a, (depth, 512, 512), PL_BLOCKSPEC((PL_NONE, 512, 512), (i, 0, 0))),
        PL_OUT(float, o, (512, 512), PL_BLOCKSPEC((512, 512), (0, 0))))

TEST(sums_over_the_leading_axis)
{
    EXPECT_SUMS(sum(DEPTH, stack, z));
}

// ---- Megacore: an axis whose programs may run at once ----

PL_CALL(add_matrices_pipelined_megacore, add_halves_kernel,
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_IN (float, a, (512, 512), PL_BLOCKSPEC((256, 512), (i, 0))),
        PL_IN (float, b, (512, 512), PL_BLOCKSPEC((256, 512), (i, 0))),
        PL_OUT(float, sum, (512, 512), PL_BLOCKSPEC((256, 512), (i, 0))))

TEST(adds_on_two_cores)
{
    EXPECT_ADDS(add_matrices_pipelined_megacore(x, y, z));
}

// ---- Exercises left to the reader: a sum that pipelines the other dims as well, and with megacore ----

PL_KERNEL(sum_of_tiles_kernel, PL_REF(const float, a, 128, 256), PL_REF(float, o, 128, 256))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_EACH ((r, 128), (c, 256))
        o[r][c] += a[r][c];
}

PL_CALL(sum_of_tiles, sum_of_tiles_kernel,
        PL_SIZES(depth, m, n),
        PL_GRID((i, m / 128), (j, n / 256), (k, depth)),
        PL_IN (float, a, (depth, m, n), PL_BLOCKSPEC((PL_NONE, 128, 256), (k, i, j))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((128, 256), (i, j))))

PL_CALL(sum_of_tiles_megacore, sum_of_tiles_kernel,
        PL_SIZES(depth, m, n),
        PL_GRID(PL_PARALLEL(i, m / 128), PL_PARALLEL(j, n / 256), PL_ARBITRARY(k, depth)),
        PL_IN (float, a, (depth, m, n), PL_BLOCKSPEC((PL_NONE, 128, 256), (k, i, j))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((128, 256), (i, j))))

TEST(sums_in_tiles)
{
    EXPECT_SUMS(sum_of_tiles(DEPTH, N, N, stack, z));
    EXPECT_SUMS(sum_of_tiles_megacore(DEPTH, N, N, stack, z));
}

int main(void)
{
    RUN(adds_two_matrices);
    RUN(adds_in_a_pipeline);
    RUN(adds_in_a_pipeline_of_blocks_of_any_extent);
#if TEST_WRONG_CALLS
    RUN(the_naive_sum_is_refused);
#endif
    RUN(sums_over_the_leading_axis);
    RUN(adds_on_two_cores);
    RUN(sums_in_tiles);
    return test_end();
}
