// matmul.c -- PL_DOT beside OpenBLAS: z = x y, all of it on one thread, with blocks of several sizes.
//
// Where OpenBLAS is missing (make setup installs it), the peer is three plain loops, and no goal applies.

#include "bench.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

enum { N = 1024, SIZE = N * N };

// One kernel for all sizes of blocks: PL_DOT is as fast with extents known at run time as with constants.
PL_KERNEL(matmul_kernel,
          PL_SCALAR(long, bm), PL_SCALAR(long, bn), PL_SCALAR(long, bk),
          PL_REF(const float, x, bm, bk),
          PL_REF(const float, y, bk, bn),
          PL_REF(float, z, bm, bn))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_SCALAR(long, bm), PL_SCALAR(long, bn), PL_SCALAR(long, bk),
        PL_GRID((i, PL_CDIV(m, bm)), (j, PL_CDIV(n, bn)), (l, PL_CDIV(k, bk))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((bm, bk), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((bk, bn), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((bm, bn), (i, j))))

PL_KERNEL(matmul_bf16_kernel,
          PL_SCALAR(long, b),
          PL_REF(const pl_bf16, x, b, b),
          PL_REF(const pl_bf16, y, b, b),
          PL_REF(float, z, b, b))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul_bf16, matmul_bf16_kernel,
        PL_SIZES(m, n, k),
        PL_SCALAR(long, b),
        PL_GRID((i, PL_CDIV(m, b)), (j, PL_CDIV(n, b)), (l, PL_CDIV(k, b))),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((b, b), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (k, n), PL_BLOCKSPEC((b, b), (l, j), PL_EDGE(0))),
        PL_OUT(float,   z, (m, n), PL_BLOCKSPEC((b, b), (i, j))))

static float *x, *y, *z, *expected;
static pl_bf16 *x16, *y16;

// ---- The peer ----

#ifdef HAVE_OPENBLAS
static const char *const peer_name = "OpenBLAS sgemm";

static void peer(void)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, x, N, y, N, 0, expected, N);
}
#else
static const char *const peer_name = "plain C loops (no OpenBLAS)";

static void peer(void)
{
    memset(expected, 0, SIZE * sizeof *expected);
    for (long i = 0; i < N; i++)
        for (long l = 0; l < N; l++)
            for (long j = 0; j < N; j++)
                expected[i * N + j] += x[i * N + l] * y[l * N + j];
}
#endif

// What one does with bf16 matrices and an f32 library.
static void widen_and_peer(void)
{
    for (long i = 0; i < SIZE; i++)
        x[i] = pl_to_f32(x16[i]);
    for (long i = 0; i < SIZE; i++)
        y[i] = pl_to_f32(y16[i]);
    peer();
}

// ---- Ours ----

static void blocks_64(void)  { bench_ok(matmul(N, N, N, 64, 64, 64, x, y, z)); }
static void blocks_128(void) { bench_ok(matmul(N, N, N, 128, 128, 128, x, y, z)); }
static void blocks_256(void) { bench_ok(matmul(N, N, N, 256, 256, 256, x, y, z)); }
static void blocks_512(void) { bench_ok(matmul(N, N, N, 512, 512, 512, x, y, z)); }
static void blocks_wide(void) { bench_ok(matmul(N, N, N, 256, 1024, 256, x, y, z)); }
static void blocks_all(void) { bench_ok(matmul(N, N, N, N, N, N, x, y, z)); }
static void bf16_128(void) { bench_ok(matmul_bf16(N, N, N, 128, x16, y16, z)); }
static void bf16_256(void) { bench_ok(matmul_bf16(N, N, N, 256, x16, y16, z)); }
static void bf16_512(void) { bench_ok(matmul_bf16(N, N, N, 512, x16, y16, z)); }

static void measure(struct bench *group, int count)
{
    // A dot product of N terms is off by at most N FLT_EPSILON/2 times the sum of |x| |y|, which is at most N, in
    // whatever order it is added; two such results are compared.
    double bound = (double)N * FLT_EPSILON * N;
    group[0].run();
    for (int i = 1; i < count; i++) {
        bench_spoil(z, SIZE);
        group[i].run();
        bench_compare(group[i].what, z, expected, SIZE, bound);
    }
    bench_group(group, count);
    printf("  in GFLOP/s:\n");
    for (int i = 0; i < count; i++)
        printf("    %-32s %10.1f\n", group[i].what, 2e-9 * N * N * N / group[i].seconds);
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
    goal = 1 / 0.6;                                         // 60 % of its speed
#endif
    struct bench f32[] = {
        { peer_name, "1024x1024x1024", peer, 1, 0, 0, 0 },
        { "blocks 64x64x64", "1024x1024x1024", blocks_64, 1, 0, 0, 0 },
        { "blocks 128x128x128", "1024x1024x1024", blocks_128, 1, 0, 0, 0 },
        { "blocks 256x256x256", "1024x1024x1024", blocks_256, 1, goal, 0, 0 },
        { "blocks 512x512x512", "1024x1024x1024", blocks_512, 1, 0, 0, 0 },
        { "blocks 256x1024x256", "1024x1024x1024", blocks_wide, 1, 0, 0, 0 },
        { "one block", "1024x1024x1024", blocks_all, 1, 0, 0, 0 },
    };
    bench_title("matmul, f32: PL_DOT on blocks m x n x k, one thread", "ms", 1e3);
    measure(f32, sizeof f32 / sizeof *f32);

    struct bench bf16[] = {
        { "widen, then the peer above", "1024x1024x1024", widen_and_peer, 1, 0, 0, 0 },
        { "blocks 128x128x128", "1024x1024x1024", bf16_128, 1, 0, 0, 0 },
        { "blocks 256x256x256", "1024x1024x1024", bf16_256, 1, 0, 0, 0 },
        { "blocks 512x512x512", "1024x1024x1024", bf16_512, 1, 0, 0, 0 },
    };
    bench_title("matmul, bf16 with an f32 result", "ms", 1e3);
    measure(bf16, sizeof bf16 / sizeof *bf16);
    return 0;
}
