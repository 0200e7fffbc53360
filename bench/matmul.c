// matmul.c -- PL_DOT compared with OpenBLAS: z = x y on one thread, with blocks of several sizes.
//
// Without OpenBLAS (make setup installs it) the peer is three plain loops, and there is no goal.

#include "bench.h"
#include "kernels.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

enum { N = 1024, LARGE = 2048, SIZE = LARGE * LARGE };

BENCH_MATMUL(matmul_64, float, 64, 64, 64)
BENCH_MATMUL(matmul_128, float, 128, 128, 128)
BENCH_MATMUL(matmul_256, float, 256, 256, 256)
BENCH_MATMUL(matmul_512, float, 512, 512, 512)
BENCH_MATMUL(matmul_wide, float, 256, 1024, 256)
BENCH_MATMUL(matmul_all, float, N, N, N)
BENCH_MATMUL(bf16_128, pl_bf16, 128, 128, 128)
BENCH_MATMUL(bf16_256, pl_bf16, 256, 256, 256)
BENCH_MATMUL(bf16_512, pl_bf16, 512, 512, 512)

static long side = N;               // the number of rows and columns of the matrices
static float *x, *y, *z, *expected;
static pl_bf16 *x16, *y16;

// ---- The peer ----

#ifdef HAVE_OPENBLAS
static const char *peer_name(void)
{
    static char name[40];
    snprintf(name, sizeof name, "OpenBLAS sgemm, %s", openblas_get_corename());
    return name;
}

static void peer(void)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)side, (int)side, (int)side, 1, x, (int)side, y,
                (int)side, 0, expected, (int)side);
}
#else
static const char *peer_name(void) { return "plain C loops (no OpenBLAS)"; }

static void peer(void) { plain_matmul(side, x, y, expected); }
#endif

// The usual way to multiply bf16 matrices with an f32 library.
static void widen_and_peer(void)
{
    for (long i = 0; i < side * side; i++)
        x[i] = pl_to_f32(x16[i]);
    for (long i = 0; i < side * side; i++)
        y[i] = pl_to_f32(y16[i]);
    peer();
}

// ---- Ours ----

static void blocks_64(void) { bench_ok(matmul_64(side, side, side, x, y, z)); }
static void blocks_128(void) { bench_ok(matmul_128(side, side, side, x, y, z)); }
static void blocks_256(void) { bench_ok(matmul_256(side, side, side, x, y, z)); }
static void blocks_512(void) { bench_ok(matmul_512(side, side, side, x, y, z)); }
static void blocks_wide(void) { bench_ok(matmul_wide(side, side, side, x, y, z)); }
static void blocks_all(void) { bench_ok(matmul_all(side, side, side, x, y, z)); }
static void run_bf16_128(void) { bench_ok(bf16_128(side, side, side, x16, y16, z)); }
static void run_bf16_256(void) { bench_ok(bf16_256(side, side, side, x16, y16, z)); }
static void run_bf16_512(void) { bench_ok(bf16_512(side, side, side, x16, y16, z)); }

static void measure(struct bench *group, int count)
{
    // The error of a dot product of n terms is at most n FLT_EPSILON/2 times the sum of |x| |y|, which is at most n, in any order
    // of addition; two such results are compared.
    double bound = (double)side * FLT_EPSILON * (double)side;
    group[0].run();
    for (int i = 1; i < count; i++) {
        bench_spoil(z, side * side);
        group[i].run();
        bench_compare(group[i].what, z, expected, side * side, bound);
    }
    bench_group(group, count);
    printf("  in GFLOP/s:\n");
    for (int i = 0; i < count; i++)
        printf("    %-32s %10.1f\n", group[i].what, 2e-9 * (double)(side * side * side) / group[i].seconds);
}

int main(void)
{
    double goal = 0;
    x = bench_floats(SIZE), y = bench_floats(SIZE), z = bench_floats(SIZE), expected = bench_floats(SIZE);
    x16 = bench_array(SIZE, sizeof *x16), y16 = bench_array(SIZE, sizeof *y16);
    bench_fill(x, SIZE);
    bench_fill(y, SIZE);
    for (long i = 0; i < SIZE; i++)
        x16[i] = pl_to_bf16(x[i]), y16[i] = pl_to_bf16(y[i]);

#ifdef HAVE_OPENBLAS
    goal = 1;
#endif
    struct bench f32[] = {
        { peer_name(), "1024x1024x1024", peer, 1, 0, 0, 0, 0 },
        { "blocks 64x64x64", "1024x1024x1024", blocks_64, 1, 0, 0, 0, 0 },
        { "blocks 128x128x128", "1024x1024x1024", blocks_128, 1, 0, 0, 0, 0 },
        { "blocks 256x256x256", "1024x1024x1024", blocks_256, 1, goal, 0, 0, 0 },
        { "blocks 512x512x512", "1024x1024x1024", blocks_512, 1, 0, 0, 0, 0 },
        { "blocks 256x1024x256", "1024x1024x1024", blocks_wide, 1, 0, 0, 0, 0 },
        { "one block", "1024x1024x1024", blocks_all, 1, 0, 0, 0, 0 },
    };
    bench_title("matmul, f32: PL_DOT on blocks m x n x k, one thread", "ms", 1e3);
    measure(f32, sizeof f32 / sizeof *f32);

    side = LARGE;
    struct bench large[] = {
        { peer_name(), "2048x2048x2048", peer, 1, 0, 0, 0, 0 },
        { "blocks 256x256x256", "2048x2048x2048", blocks_256, 1, goal, 0, 0, 0 },
        { "blocks 256x1024x256", "2048x2048x2048", blocks_wide, 1, 0, 0, 0, 0 },
    };
    measure(large, sizeof large / sizeof *large);

    side = N;
    struct bench bf16[] = {
        { "widen, then the peer above", "1024x1024x1024", widen_and_peer, 1, 0, 0, 0, 0 },
        { "blocks 128x128x128", "1024x1024x1024", run_bf16_128, 1, 0, 0, 0, 0 },
        { "blocks 256x256x256", "1024x1024x1024", run_bf16_256, 1, 0, 0, 0, 0 },
        { "blocks 512x512x512", "1024x1024x1024", run_bf16_512, 1, 0, 0, 0, 0 },
    };
    bench_title("matmul, bf16 with an f32 result", "ms", 1e3);
    measure(bf16, sizeof bf16 / sizeof *bf16);
    return 0;
}
