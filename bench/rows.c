// rows.c -- kernels whose blocks are whole rows, beside the loops that one would write without Pallas.
//
// A block that lies whole and contiguous in its array is used where it is: nothing is copied, and what is left is
// the cost of a grid step for each block.

#include "bench.h"

// ---- z = x + y ----

#define VECTOR_ADD(BLOCK)                                                                                   \
    PL_KERNEL(add_kernel_##BLOCK,                                                                           \
              PL_REF(const float, x, BLOCK),                                                                \
              PL_REF(const float, y, BLOCK),                                                                \
              PL_REF(float, z, BLOCK))                                                                      \
    {                                                                                                       \
        PL_EACH ((c, BLOCK))                                                                                \
            z[c] = x[c] + y[c];                                                                             \
    }                                                                                                       \
    PL_CALL(add_##BLOCK, add_kernel_##BLOCK,                                                                \
            PL_SIZES(n),                                                                                    \
            PL_GRID((i, PL_CDIV(n, BLOCK))),                                                                \
            PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),                                              \
            PL_IN (float, y, (n), PL_BLOCKSPEC((BLOCK), (i))),                                              \
            PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

VECTOR_ADD(1024)
VECTOR_ADD(4096)
VECTOR_ADD(65536)

PL_NOINLINE_ void plain_add(long n, const float *restrict x, const float *restrict y, float *restrict z)
{
    for (long i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

// ---- o = softmax of each row of x ----

enum { BM = 8 };

PL_KERNEL(softmax_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BM, n),
          PL_REF(float, o, BM, n))
{
    PL_EACH ((r, BM)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, n), expf(x[r][c] - top));
        PL_EACH ((c, n))
            o[r][c] = expf(x[r][c] - top) / sum;
    }
}

PL_CALL(softmax, softmax_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

PL_NOINLINE_ void plain_softmax(long m, long n, const float *restrict x, float *restrict o)
{
    for (long r = 0; r < m; r++, x += n, o += n) {
        float top = -INFINITY, sum = 0;
        for (long c = 0; c < n; c++)
            top = x[c] > top ? x[c] : top;
        for (long c = 0; c < n; c++)
            sum += expf(x[c] - top);
        for (long c = 0; c < n; c++)
            o[c] = expf(x[c] - top) / sum;
    }
}

// ---- The tables ----

enum { LARGEST = 1 << 24 };

static long rows, columns;
static float *x, *y, *z, *expected;

static void run_plain_add(void)     { plain_add(columns, x, y, expected); }
static void run_add_1024(void)      { bench_ok(add_1024(columns, x, y, z)); }
static void run_add_4096(void)      { bench_ok(add_4096(columns, x, y, z)); }
static void run_add_65536(void)     { bench_ok(add_65536(columns, x, y, z)); }
static void run_plain_softmax(void) { plain_softmax(rows, columns, x, expected); }
static void run_softmax(void)       { bench_ok(softmax(rows, columns, x, z)); }

static void measure(struct bench *group, int count, double bound)
{
    group[0].run();
    for (int i = 1; i < count; i++) {
        bench_spoil(z, rows * columns);
        group[i].run();
        bench_compare(group[i].what, z, expected, rows * columns, bound);
    }
    bench_group(group, count);
}

static void measure_add(long n, const char *size)
{
    struct bench group[] = {
        { "plain C loop", size, run_plain_add, 1, 0, 0, 0 },
        { "blocks of 1024", size, run_add_1024, 1, 0, 0, 0 },
        { "blocks of 4096", size, run_add_4096, 1, 1.1, 0, 0 },
        { "blocks of 65536", size, run_add_65536, 1, 1.1, 0, 0 },
    };
    rows = 1, columns = n;
    measure(group, n < 65536 ? 3 : 4, 0);                   // one addition, which rounds alike everywhere
}

static void measure_softmax(long m, long n, const char *size)
{
    struct bench group[] = {
        { "plain C loops", size, run_plain_softmax, 1, 0, 0, 0 },
        { "blocks of 8 rows", size, run_softmax, 1, 1.1, 0, 0 },
    };
    // The sum's terms are positive: n additions put it off by at most n FLT_EPSILON/2 of itself, and the rest by less
    // than 16 FLT_EPSILON. Two results are compared; inputs in [-1, 1) make every output at most e^2 / n.
    double bound = 2 * ((double)n / 2 + 16) * FLT_EPSILON * exp(2) / (double)n;
    rows = m, columns = n;
    measure(group, 2, bound);
}

int main(void)
{
    x = bench_floats(LARGEST), y = bench_floats(LARGEST), z = bench_floats(LARGEST), expected = bench_floats(LARGEST);
    bench_fill(x, LARGEST);
    bench_fill(y, LARGEST);

    bench_title("vector add, blocks used in place: from cache to memory", "us", 1e6);
    measure_add(1 << 14, "2^14 (0.2 MB in all)");
    measure_add(1 << 18, "2^18 (3 MB)");
    measure_add(1 << 22, "2^22 (50 MB)");
    measure_add(1 << 24, "2^24 (200 MB)");

    bench_title("softmax of whole rows, in place", "us", 1e6);
    measure_softmax(64, 1024, "64x1024 (0.5 MB in all)");
    measure_softmax(4096, 1024, "4096x1024 (34 MB)");
    return 0;
}
