// tiles.c -- kernels on two-dimensional blocks, compared with plain loops.
//
// The rows of such a block are not contiguous in its array. The block is a plain C array, so its rows are copied to a window,
// which stays in the cache, and back. tiles_in_place.c measures the same kernels under PL_IN_PLACE, which copies only partial
// blocks.

#include "bench.h"


// ---- z = x + y ----

#define MATRIX_ADD(BM, BN)                                                                                  \
    PL_KERNEL(add_kernel_##BM##x##BN,                                                                       \
              PL_REF(const float, x, BM, BN),                                                               \
              PL_REF(const float, y, BM, BN),                                                               \
              PL_REF(float, z, BM, BN))                                                                     \
    {                                                                                                       \
        PL_EACH ((r, BM), (c, BN))                                                                          \
            z[r][c] = x[r][c] + y[r][c];                                                                    \
    }                                                                                                       \
    PL_CALL(add_##BM##x##BN, add_kernel_##BM##x##BN,                                                        \
            PL_SIZES(m, n),                                                                                 \
            PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN))),                        \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),                                       \
            PL_IN (float, y, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),                                       \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

MATRIX_ADD(8, 128)
MATRIX_ADD(64, 64)
MATRIX_ADD(64, 256)
MATRIX_ADD(128, 128)

PL_NOINLINE_ void plain_add(long rows, long columns, const float *restrict a, const float *restrict b,
                                   float *restrict c)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            c[i * columns + j] = a[i * columns + j] + b[i * columns + j];
}

// ---- A step of heat flow: five points, 0 outside the array ----

#define RATE 0.2f

#define HEAT(BM, BN)                                                                                        \
    PL_KERNEL(heat_kernel_##BM##x##BN,                                                                      \
              PL_REF(const float, x, BM + 2, BN + 2),                                                       \
              PL_REF(float, z, BM, BN))                                                                     \
    {                                                                                                       \
        PL_EACH ((r, BM), (c, BN)) {                                                                        \
            float here = x[r + 1][c + 1];                                                                   \
            float around = x[r][c + 1] + x[r + 2][c + 1] + x[r + 1][c] + x[r + 1][c + 2];                   \
            z[r][c] = here + RATE * (around - 4 * here);                                                    \
        }                                                                                                   \
    }                                                                                                       \
    PL_CALL(heat_##BM##x##BN, heat_kernel_##BM##x##BN,                                                      \
            PL_SIZES(m, n),                                                                                 \
            PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),                                              \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_ELEMENT(BM + 2, 1, BM), PL_ELEMENT(BN + 2, 1, BN)),   \
                                                  (i * BM, j * BN), PL_EDGE(0))),                           \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

HEAT(64, 64)
HEAT(64, 256)
HEAT(128, 128)

static inline float heat_point(long rows, long columns, const float *a, long r, long c)
{
    return r >= 0 && r < rows && c >= 0 && c < columns ? a[r * columns + c] : 0;
}

static inline float heat_at_edge(long rows, long columns, const float *a, long r, long c)
{
    float here = a[r * columns + c];
    float around = heat_point(rows, columns, a, r - 1, c) + heat_point(rows, columns, a, r + 1, c)
                 + heat_point(rows, columns, a, r, c - 1) + heat_point(rows, columns, a, r, c + 1);
    return here + RATE * (around - 4 * here);
}

// The inner points first and the edges separately, so that the inner loop has no condition.
PL_NOINLINE_ void plain_heat(long rows, long columns, const float *restrict a, float *restrict b)
{
    for (long r = 1; r < rows - 1; r++) {
        const float *here = a + r * columns, *above = here - columns, *below = here + columns;
        for (long c = 1; c < columns - 1; c++) {
            float around = above[c] + below[c] + here[c - 1] + here[c + 1];
            b[r * columns + c] = here[c] + RATE * (around - 4 * here[c]);
        }
        b[r * columns] = heat_at_edge(rows, columns, a, r, 0);
        b[r * columns + columns - 1] = heat_at_edge(rows, columns, a, r, columns - 1);
    }
    for (long c = 0; c < columns; c++) {
        b[c] = heat_at_edge(rows, columns, a, 0, c);
        b[(rows - 1) * columns + c] = heat_at_edge(rows, columns, a, rows - 1, c);
    }
}

// ---- The tables ----

enum { LARGEST = 4096 * 4096 };

static long m, n;
static float *x, *y, *z, *expected;

static void run_plain_add(void)    { plain_add(m, n, x, y, expected); }
static void run_add_8x128(void)    { bench_ok(add_8x128(m, n, x, y, z)); }
static void run_add_64x64(void)    { bench_ok(add_64x64(m, n, x, y, z)); }
static void run_add_64x256(void)   { bench_ok(add_64x256(m, n, x, y, z)); }
static void run_add_128x128(void)  { bench_ok(add_128x128(m, n, x, y, z)); }
static void run_plain_heat(void)   { plain_heat(m, n, x, expected); }
static void run_heat_64x64(void)   { bench_ok(heat_64x64(m, n, x, z)); }
static void run_heat_64x256(void)  { bench_ok(heat_64x256(m, n, x, z)); }
static void run_heat_128x128(void) { bench_ok(heat_128x128(m, n, x, z)); }

static void measure(struct bench *group, int count, double bound)
{
    group[0].run();
    for (int i = 1; i < count; i++) {
        bench_spoil(z, m * n);
        group[i].run();
        bench_compare(group[i].what, z, expected, m * n, bound);
    }
    bench_group(group, count);
}

static void measure_add(long side, const char *size)
{
    struct bench group[] = {
        { "plain C loops", size, run_plain_add, 1, 0, 0, 0, 0 },
        { "blocks of 8x128", size, run_add_8x128, 1, 0, 0, 0, 0 },
        { "blocks of 64x64", size, run_add_64x64, 1, 2, 0, 0, 0 },
        { "blocks of 64x256", size, run_add_64x256, 1, 2, 0, 0, 0 },
        { "blocks of 128x128", size, run_add_128x128, 1, 2, 0, 0, 0 },
    };
    m = n = side;
    measure(group, sizeof group / sizeof *group, 0);        // one addition, which rounds the same in both
}

static void measure_heat(long side, const char *size)
{
    struct bench group[] = {
        { "plain C loops", size, run_plain_heat, 1, 0, 0, 0, 0 },
        { "blocks of 64x64", size, run_heat_64x64, 1, 2, 0, 0, 0 },
        { "blocks of 64x256", size, run_heat_64x256, 1, 2, 0, 0, 0 },
        { "blocks of 128x128", size, run_heat_128x128, 1, 2, 0, 0, 0 },
    };
    m = n = side;
    // Both sides round at most 6 times, and |here| + RATE (|around| + 4 |here|) <= 1 + 8 RATE as |x| <= 1. So each is
    // within 7 u (1 + 8 RATE) of the exact value (7 for 6 covers second order), with 2 u = FLT_EPSILON.
    measure(group, sizeof group / sizeof *group, 7 * FLT_EPSILON * (1 + 8 * (double)RATE));
}

int main(void)
{
    x = bench_floats(LARGEST), y = bench_floats(LARGEST), z = bench_floats(LARGEST), expected = bench_floats(LARGEST);
    bench_fill(x, LARGEST);
    bench_fill(y, LARGEST);

    bench_title(PL_IN_PLACE ? "matrix add, blocks in place: from cache to memory (PL_IN_PLACE)"
                            : "matrix add, blocks copied: from cache to memory", "us", 1e6);
    measure_add(256, "256x256 (0.8 MB in all)");
    measure_add(2048, "2048x2048 (50 MB)");
    measure_add(4096, "4096x4096 (200 MB)");

    bench_title(PL_IN_PLACE ? "heat flow, 5 points, overlapping windows in place but at the edges (PL_IN_PLACE)"
                            : "heat flow, 5 points, overlapping windows copied", "us", 1e6);
    measure_heat(256, "256x256 (0.5 MB in all)");
    measure_heat(2048, "2048x2048 (34 MB)");
    measure_heat(4096, "4096x4096 (134 MB)");
    return 0;
}
