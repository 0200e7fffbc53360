// jax.c -- the same kernels as JAX's interpreters run, beside what they took.
//
// make bench builds this file three times over: for speed, as make does (checks on, -O0), and so again with
// check=twin,order=reverse, as make run does. The figures of JAX are constants, measured elsewhere: JAX 0.10.2,
// pallas_call(interpret=True) and interpret=pltpu.InterpretParams(), medians in ms on two shared x86 cores, jitted,
// without the time to compile. XLA removes the loop of an empty kernel under the generic interpreter: no measure.

#include "bench.h"

// ---- z = x y, blocks 128x128x128 ----

enum { B = 128 };

PL_KERNEL(matmul_kernel,
          PL_REF(const float, x, B, B),
          PL_REF(const float, y, B, B),
          PL_REF(float, z, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul, matmul_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / B), (j, n / B), (l, n / B)),
        PL_IN (float, x, (n, n), PL_BLOCKSPEC((B, B), (i, l))),
        PL_IN (float, y, (n, n), PL_BLOCKSPEC((B, B), (l, j))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((B, B), (i, j))))

static void plain_matmul(long n, const float *x, const float *y, float *z)
{
    memset(z, 0, (size_t)(n * n) * sizeof *z);
    for (long i = 0; i < n; i++)
        for (long l = 0; l < n; l++)
            for (long j = 0; j < n; j++)
                z[i * n + j] += x[i * n + l] * y[l * n + j];
}

// ---- Softmax of 1024 rows of 1024 ----

enum { ROWS = 1024 };

PL_KERNEL(softmax_kernel,
          PL_SCALAR(long, bm),
          PL_REF(const float, x, bm, ROWS),
          PL_REF(float, o, bm, ROWS))
{
    PL_EACH ((r, bm)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, ROWS), x[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, ROWS), expf(x[r][c] - top));
        PL_EACH ((c, ROWS))
            o[r][c] = expf(x[r][c] - top) / sum;
    }
}

PL_CALL(softmax, softmax_kernel,
        PL_SCALAR(long, bm),
        PL_GRID(PL_PARALLEL(i, ROWS / bm)),
        PL_IN (float, x, (ROWS, ROWS), PL_BLOCKSPEC((bm, ROWS), (i, 0))),
        PL_OUT(float, o, (ROWS, ROWS), PL_BLOCKSPEC((bm, ROWS), (i, 0))))

static void plain_softmax(const float *x, float *o)
{
    for (long r = 0; r < ROWS; r++, x += ROWS, o += ROWS) {
        float top = -INFINITY, sum = 0;
        for (long c = 0; c < ROWS; c++)
            top = x[c] > top ? x[c] : top;
        for (long c = 0; c < ROWS; c++)
            sum += expf(x[c] - top);
        for (long c = 0; c < ROWS; c++)
            o[c] = expf(x[c] - top) / sum;
    }
}

// ---- z = x + y, of 2^22 ----

enum { VECTOR = 1 << 22 };

PL_KERNEL(add_kernel,
          PL_SCALAR(long, b),
          PL_REF(const float, x, b),
          PL_REF(const float, y, b),
          PL_REF(float, z, b))
{
    PL_EACH ((c, b))
        z[c] = x[c] + y[c];
}

PL_CALL(add, add_kernel,
        PL_SCALAR(long, b),
        PL_GRID((i, VECTOR / b)),
        PL_IN (float, x, (VECTOR), PL_BLOCKSPEC((b), (i))),
        PL_IN (float, y, (VECTOR), PL_BLOCKSPEC((b), (i))),
        PL_OUT(float, z, (VECTOR), PL_BLOCKSPEC((b), (i))))

// ---- Flash attention, 1024 queries and keys of 64, blocks of 128 ----

enum { LENGTH = 1024, D = 64 };

PL_KERNEL(attention_kernel,
          PL_REF(const float, q, B, D),
          PL_REF(const float, k, B, D),
          PL_REF(const float, v, B, D),
          PL_REF(float, o, B, D),
          PL_REF(float, top, B),
          PL_REF(float, sum, B),
          PL_REF(float, acc, B, D))
{
    float scale = 1 / sqrtf(D);
    PL_WHEN (PL_FIRST(1)) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(acc, 0);
    }
    PL_TILE(float, p, B, B);
    PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_EACH ((r, B)) {
        float peak = top[r], total = 0;
        PL_REDUCE (peak, PL_MAX, (c, B), p[r][c] * scale);
        PL_EACH ((c, B))
            p[r][c] = expf(p[r][c] * scale - peak);
        PL_REDUCE (total, PL_ADD, (c, B), p[r][c]);
        float shrink = expf(top[r] - peak);
        PL_EACH ((c, D))
            acc[r][c] *= shrink;
        sum[r] = sum[r] * shrink + total;
        top[r] = peak;
    }
    PL_DOT(acc, p, v);
    PL_WHEN (PL_LAST(1))
        PL_EACH ((r, B), (c, D))
            o[r][c] = acc[r][c] / sum[r];
}

PL_CALL(attention, attention_kernel,
        PL_GRID(PL_PARALLEL(i, LENGTH / B), (j, LENGTH / B)),
        PL_IN (float, q, (LENGTH, D), PL_BLOCKSPEC((B, D), (i, 0))),
        PL_IN (float, k, (LENGTH, D), PL_BLOCKSPEC((B, D), (j, 0))),
        PL_IN (float, v, (LENGTH, D), PL_BLOCKSPEC((B, D), (j, 0))),
        PL_OUT(float, o, (LENGTH, D), PL_BLOCKSPEC((B, D), (i, 0))),
        PL_SCRATCH(float, (B)),
        PL_SCRATCH(float, (B)),
        PL_SCRATCH(float, (B, D)))

static void plain_attention(const float *q, const float *k, const float *v, float *o)
{
    static float score[LENGTH];
    for (long i = 0; i < LENGTH; i++, q += D, o += D) {
        float top = -INFINITY, sum = 0;
        for (long j = 0; j < LENGTH; j++) {
            score[j] = 0;
            for (long d = 0; d < D; d++)
                score[j] += q[d] * k[j * D + d];
            score[j] /= sqrtf(D);
            top = score[j] > top ? score[j] : top;
        }
        for (long j = 0; j < LENGTH; j++)
            sum += score[j] = expf(score[j] - top);
        memset(o, 0, D * sizeof *o);
        for (long j = 0; j < LENGTH; j++)
            for (long d = 0; d < D; d++)
                o[d] += score[j] / sum * v[j * D + d];
    }
}

// ---- 4096 steps that do nothing, or add one row of eight: what a step costs ----

enum { STEPS = 4096, BM = 8, BN = 128, MOVED = STEPS * BM * BN };

PL_KERNEL(empty_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(const float, y, BM, BN),
          PL_REF(float, z, BM, BN))
{
}

PL_KERNEL(row_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(const float, y, BM, BN),
          PL_REF(float, z, BM, BN))
{
    PL_EACH ((c, BN))
        z[0][c] = x[0][c] + y[0][c];
}

// z is an INOUT: most of it is never written, and keeps what it held.
#define STAY_AND_MOVE(name)                                                                                 \
    PL_CALL(name##_stay, name##_kernel,                                                                     \
            PL_GRID((i, STEPS)),                                                                            \
            PL_IN   (float, x, (BM, BN), PL_WHOLE),                                                         \
            PL_IN   (float, y, (BM, BN), PL_WHOLE),                                                         \
            PL_INOUT(float, z, (BM, BN), PL_WHOLE))                                                         \
    PL_CALL(name##_move, name##_kernel,                                                                     \
            PL_GRID((i, STEPS)),                                                                            \
            PL_IN   (float, x, (STEPS * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),                           \
            PL_IN   (float, y, (STEPS * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),                           \
            PL_INOUT(float, z, (STEPS * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))))

STAY_AND_MOVE(empty)
STAY_AND_MOVE(row)

// ---- The table ----

static float *x, *y, *w, *z, *expected;

static void run_matmul_512(void)  { bench_ok(matmul(512, x, y, z)); }
static void run_matmul_1024(void) { bench_ok(matmul(1024, x, y, z)); }
static void run_softmax_8(void)   { bench_ok(softmax(8, x, z)); }
static void run_softmax_128(void) { bench_ok(softmax(128, x, z)); }
static void run_add_65536(void)   { bench_ok(add(65536, x, y, z)); }
static void run_add_4096(void)    { bench_ok(add(4096, x, y, z)); }
static void run_attention(void)   { bench_ok(attention(x, y, w, z)); }
static void run_empty_stay(void)  { bench_ok(empty_stay(x, y, z)); }
static void run_empty_move(void)  { bench_ok(empty_move(x, y, z)); }
static void run_row_stay(void)    { bench_ok(row_stay(x, y, z)); }
static void run_row_move(void)    { bench_ok(row_move(x, y, z)); }

static void expect_matmul_512(void)  { plain_matmul(512, x, y, expected); }
static void expect_matmul_1024(void) { plain_matmul(1024, x, y, expected); }
static void expect_softmax(void)     { plain_softmax(x, expected); }
static void expect_attention(void)   { plain_attention(x, y, w, expected); }

static void expect_add(void)
{
    for (long i = 0; i < VECTOR; i++)
        expected[i] = x[i] + y[i];
}

static void expect_rows(long steps)
{
    for (long i = 0; i < steps * BM * BN; i++)
        expected[i] = i / BN % BM == 0 ? x[i] + y[i] : 0;
}
static void expect_row_stay(void) { expect_rows(1); }
static void expect_row_move(void) { expect_rows(STEPS); }
static void expect_zero_stay(void) { memset(expected, 0, BM * BN * sizeof *expected); }
static void expect_zero_move(void) { memset(expected, 0, MOVED * sizeof *expected); }

struct operation {
    const char *what;
    void (*run)(void), (*expect)(void);
    long size;                      // elements of the result
    double bound;
    double generic, tpu;            // what JAX's interpreters took, ms; 0: no measure
};

static void measure(const struct operation *o)
{
    struct bench ours = { o->what, "", o->run, 1, 0, 0, 0 };
    int turns;
    o->expect();
    memset(z, 0, (size_t)o->size * sizeof *z);
    o->run();
    bench_compare(o->what, z, expected, o->size, o->bound);
    turns = bench_measure(&ours, 1);
    printf("  %-34s %10.4g", o->what, ours.seconds * 1e3);
    if (o->generic > 0)
        printf(" %11.4g %9.3g", o->generic, o->generic * 1e-3 / ours.seconds);
    else
        printf(" %11s %9s", "-", "-");
    printf(" %11.5g %9.3g %6d\n", o->tpu, o->tpu * 1e-3 / ours.seconds, turns);
    fflush(stdout);
}

static const char *how(void)
{
#if PL_CHECKS
    const char *given = getenv("PALLAS");
    return given && *given ? given : "checks on, as make builds";
#else
    return "FAST=1, checks off";
#endif
}

int main(void)
{
    const double u = FLT_EPSILON / 2;
    // A dot product of n terms is off by n u times the sum of |x| |y|, which is at most n; two results are compared.
    const double dot_512 = 2 * 512.0 * u * 512, dot_1024 = 2 * 1024.0 * u * 1024;
    // Of the sum, n u; of the rest, less than 32 u; outputs are at most e^2 / n; two results.
    const double soft = 2 * (ROWS + 32) * u * exp(2) / ROWS;
    // A score is off by D u times D / sqrt(D), its exponential relatively by as much; expf and the scaling round less
    // than 16 times a block of keys; a sum of LENGTH weights is off by LENGTH u. Above and below the fraction line,
    // in two results.
    const double flash = 4 * (D * sqrt(D) + 16 * LENGTH / B + LENGTH) * u;
    const struct operation operations[] = {
        { "matmul 512^3, blocks 128^3", run_matmul_512, expect_matmul_512, 512 * 512, dot_512, 22.3, 225 },
        { "matmul 1024^3, blocks 128^3", run_matmul_1024, expect_matmul_1024, 1024 * 1024, dot_1024, 371, 1716 },
        { "softmax 1024x1024, 8 rows", run_softmax_8, expect_softmax, ROWS * ROWS, soft, 44, 270 },
        { "softmax 1024x1024, 128 rows", run_softmax_128, expect_softmax, ROWS * ROWS, soft, 7.65, 44.5 },
        { "add 2^22, blocks 65536", run_add_65536, expect_add, VECTOR, 0, 182, 305 },
        { "add 2^22, blocks 4096", run_add_4096, expect_add, VECTOR, 0, 2484, 2661 },
        { "flash attention 1024x64, 128", run_attention, expect_attention, LENGTH * D, flash, 6.44, 321 },
        { "empty, 4096 steps, blocks stay", run_empty_stay, expect_zero_stay, BM * BN, 0, 0, 914 },
        { "empty, 4096 steps, 8x128 move", run_empty_move, expect_zero_move, MOVED, 0, 0, 12351 },
        { "one-row add, 4096 steps, stay", run_row_stay, expect_row_stay, BM * BN, 0, 0.11, 3601 },
        { "one-row add, 4096 steps, move", run_row_move, expect_row_move, MOVED, 0, 9860, 24645 },
    };
    x = bench_floats(MOVED), y = bench_floats(MOVED), w = bench_floats(LENGTH * D);
    z = bench_floats(MOVED), expected = bench_floats(MOVED);
    bench_fill(x, MOVED);
    bench_fill(y, MOVED);
    bench_fill(w, LENGTH * D);

    printf("\nbeside JAX's interpreters: %s\n", how());
    printf("  %-34s %10s %11s %9s %11s %9s %6s\n", "", "ours ms", "generic ms", "times", "TPU ms", "times", "turns");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        measure(&operations[i]);
    return 0;
}
