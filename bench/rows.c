// rows.c -- kernels whose blocks are whole rows, compared with plain loops.
//
// A full block that is contiguous in its array is used in place: nothing is copied, and only the cost of a grid step for each
// block remains.

#include "bench.h"
#include "kernels.h"

BENCH_ADD(add_1024, 1024)
BENCH_ADD(add_4096, 4096)
BENCH_ADD(add_65536, 65536)
BENCH_SOFTMAX(softmax, 8)

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
        { "plain C loop", size, run_plain_add, 1, 0, 0, 0, 0 },
        { "blocks of 1024", size, run_add_1024, 1, 0, 0, 0, 0 },
        { "blocks of 4096", size, run_add_4096, 1, 1.1, 0, 0, 0 },
        { "blocks of 65536", size, run_add_65536, 1, 1.1, 0, 0, 0 },
    };
    rows = 1, columns = n;
    measure(group, n < 65536 ? 3 : 4, 0);                   // one addition, which rounds the same in both
}

static void measure_softmax(long m, long n, const char *size)
{
    struct bench group[] = {
        { "plain C loops", size, run_plain_softmax, 1, 0, 0, 0, 0 },
        { "blocks of 8 rows", size, run_softmax, 1, 1.1, 0, 0, 0 },
    };
    // The sum's terms are positive, so the relative error of n additions is at most n FLT_EPSILON/2, and that of the rest less
    // than 16 FLT_EPSILON. Two results are compared; with inputs in [-1, 1) every output is at most e^2 / n.
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
