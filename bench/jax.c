// jax.c -- kernels that JAX's interpreters also run, compared with the times of the interpreters.
//
// make bench builds this file for speed, on one thread and (jax_threads.c) on all cores, and as make run does (checks on,
// -Og), also with check=twin,order=reverse. The times of JAX are constants, measured elsewhere: JAX 0.10.2,
// pallas_call(interpret=True), interpret=pltpu.InterpretParams(), and the same operation compiled by XLA; medians in ms on two
// shared x86 cores, jitted, without the time to compile. Under the generic interpreter XLA removes the loop of an empty
// kernel, so that time is omitted.

#include "bench.h"
#include "kernels.h"

enum { B = 128, ROWS = 1024, VECTOR = 1 << 22, LENGTH = 1024, D = 64 };

BENCH_MATMUL(matmul, float, B, B, B)
BENCH_SOFTMAX(softmax_8, 8)
BENCH_SOFTMAX(softmax_128, 128)
BENCH_ADD(add_4096, 4096)
BENCH_ADD(add_65536, 65536)
BENCH_ATTENTION(attention, B, D)

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

// ---- The cost of a step: steps that do nothing, or add one row of eight ----

BENCH_STEPS_KERNEL(empty)
{
}
BENCH_STEPS_CALLS(empty)

BENCH_STEPS_KERNEL(row)
{
    PL_EACH ((c, STEP_COLUMNS))
        z[0][c] = x[0][c] + y[0][c];
}
BENCH_STEPS_CALLS(row)

// ---- The table ----

static float *x, *y, *w, *z, *expected;

static void run_matmul_512(void)  { bench_ok(matmul(512, 512, 512, x, y, z)); }
static void run_matmul_1024(void) { bench_ok(matmul(1024, 1024, 1024, x, y, z)); }
static void run_softmax_8(void)   { bench_ok(softmax_8(ROWS, ROWS, x, z)); }
static void run_softmax_128(void) { bench_ok(softmax_128(ROWS, ROWS, x, z)); }
static void run_add_65536(void)   { bench_ok(add_65536(VECTOR, x, y, z)); }
static void run_add_4096(void)    { bench_ok(add_4096(VECTOR, x, y, z)); }
static void run_attention(void)   { bench_ok(attention(1, LENGTH, x, y, w, z)); }
static void run_empty_stay(void)  { bench_ok(empty_stay(x, y, z)); }
static void run_empty_move(void)  { bench_ok(empty_move(x, y, z)); }
static void run_row_stay(void)    { bench_ok(row_stay(x, y, z)); }
static void run_row_move(void)    { bench_ok(row_move(x, y, z)); }

static void expect_matmul_512(void)  { plain_matmul(512, x, y, expected); }
static void expect_matmul_1024(void) { plain_matmul(1024, x, y, expected); }
static void expect_softmax(void)     { plain_softmax(ROWS, ROWS, x, expected); }
static void expect_attention(void)   { plain_attention(x, y, w, expected); }
static void expect_add(void)         { plain_add(VECTOR, x, y, expected); }

static void expect_rows(long steps)
{
    for (long i = 0; i < steps * STEP_ROWS * STEP_COLUMNS; i++)
        expected[i] = i / STEP_COLUMNS % STEP_ROWS == 0 ? x[i] + y[i] : 0;
}
static void expect_row_stay(void) { expect_rows(1); }
static void expect_row_move(void) { expect_rows(STEPS); }
static void expect_zero_stay(void) { memset(expected, 0, STEP_ROWS * STEP_COLUMNS * sizeof *expected); }
static void expect_zero_move(void) { memset(expected, 0, STEPS_SIZE * sizeof *expected); }

struct operation {
    const char *what;
    void (*run)(void), (*expect)(void);
    long size;                      // elements of the result
    double bound;
    double generic, tpu;            // times of JAX's interpreters, ms; 0: not measured
    double xla;                     // the time of XLA's code for the CPU, without Pallas, ms
};

// The goal, without checks, is to be 100 times as fast as JAX's interpreters. With large blocks no program is that fast, because
// arithmetic takes most of the interpreters' time. So XLA's code, without Pallas, is compared with the same goal.
enum { GOAL = 100 };
struct tally {
    int measured, met, met_by_xla;      // operations with a time of the interpreter, and those that meet the goal
    double logs;                        // the sum of the logarithms of the ratios
};
static struct tally generic, tpu;

static void count(struct tally *t, double theirs, double xla, double ours)
{
    if (theirs <= 0)
        return;
    t->measured++;
    t->met += theirs >= GOAL * ours;
    t->met_by_xla += theirs >= GOAL * xla;
    t->logs += log(theirs / ours);
}

static void conclude(const char *whose, const struct tally *t)
{
    printf("  %d times as fast as the %s: %d of %d, XLA %d; geometric mean %.3g   %s\n", GOAL, whose, t->met, t->measured,
           t->met_by_xla, exp(t->logs / t->measured), t->met >= t->met_by_xla ? "met" : "MISSED");
}

static void measure(const struct operation *o)
{
    struct bench ours = { o->what, "", o->run, 1, 0, 0, 0, 0 };
    int samples;
    o->expect();
    memset(z, 0, (size_t)o->size * sizeof *z);
    o->run();
    bench_compare(o->what, z, expected, o->size, o->bound);
    samples = bench_measure(&ours, 1);
    printf("  %-34s %10.4g", o->what, ours.seconds * 1e3);
    if (o->generic > 0)
        printf(" %11.4g %9.3g", o->generic, o->generic * 1e-3 / ours.seconds);
    else
        printf(" %11s %9s", "-", "-");
    printf(" %11.5g %9.3g %9.3g %7d\n", o->tpu, o->tpu * 1e-3 / ours.seconds, o->xla, samples);
    count(&generic, o->generic, o->xla, ours.seconds * 1e3);
    count(&tpu, o->tpu, o->xla, ours.seconds * 1e3);
    fflush(stdout);
}

static const char *how(void)
{
#if PL_CHECKS
    const char *given = getenv("PALLAS");
    return given && *given ? given : "checks on, as make run builds";
#elif defined _OPENMP
    return "FAST=1 CFLAGS=-fopenmp, checks off, all cores, elapsed time";
#else
    return "FAST=1, checks off";
#endif
}

int main(void)
{
    const double u = FLT_EPSILON / 2;
    // The error of a dot product of n terms is at most n u times the sum of |x| |y|, which is at most n; two results are
    // compared.
    const double dot_512 = 2 * 512.0 * u * 512, dot_1024 = 2 * 1024.0 * u * 1024;
    // The relative error is n u for the sum and less than 32 u for the rest; outputs are at most e^2 / n; two results.
    const double soft = 2 * (ROWS + 32) * u * exp(2) / ROWS;
    // The error of a score is D u times D / sqrt(D), and the relative error of its exponential is as large. expf and the scaling
    // round less than 16 times per block of keys, and a sum of LENGTH weights has an error of LENGTH u. These count for the
    // numerator and the denominator, in two results.
    const double flash = 4 * (D * sqrt(D) + 16 * LENGTH / B + LENGTH) * u;
    const struct operation operations[] = {
        { "matmul 512^3, blocks 128^3", run_matmul_512, expect_matmul_512, 512 * 512, dot_512, 22.3, 225, 1.85 },
        { "matmul 1024^3, blocks 128^3", run_matmul_1024, expect_matmul_1024, 1024 * 1024, dot_1024, 371, 1716, 7.86 },
        { "softmax 1024x1024, 8 rows", run_softmax_8, expect_softmax, ROWS * ROWS, soft, 44, 270, 0.655 },
        { "softmax 1024x1024, 128 rows", run_softmax_128, expect_softmax, ROWS * ROWS, soft, 7.65, 44.5, 0.658 },
        { "add 2^22, blocks 65536", run_add_65536, expect_add, VECTOR, 0, 182, 305, 1.19 },
        { "add 2^22, blocks 4096", run_add_4096, expect_add, VECTOR, 0, 2484, 2661, 4.94 },
        { "flash attention 1024x64, 128", run_attention, expect_attention, LENGTH * D, flash, 6.44, 321, 1.88 },
        { "empty, 4096 steps, blocks stay", run_empty_stay, expect_zero_stay, STEP_ROWS * STEP_COLUMNS, 0, 0, 914, 0.0092 },
        { "empty, 4096 steps, 8x128 move", run_empty_move, expect_zero_move, STEPS_SIZE, 0, 0, 12351, 1.24 },
        { "one-row add, 4096 steps, stay", run_row_stay, expect_row_stay, STEP_ROWS * STEP_COLUMNS, 0, 0.11, 3601, 0.0071 },
        { "one-row add, 4096 steps, move", run_row_move, expect_row_move, STEPS_SIZE, 0, 9860, 24645, 1.03 },
    };
    x = bench_floats(STEPS_SIZE), y = bench_floats(STEPS_SIZE), w = bench_floats(LENGTH * D);
    z = bench_floats(STEPS_SIZE), expected = bench_floats(STEPS_SIZE);
    bench_fill(x, STEPS_SIZE);
    bench_fill(y, STEPS_SIZE);
    bench_fill(w, LENGTH * D);

    printf("\ncompared with JAX's interpreters: %s\n", how());
    printf("  %-34s %10s %11s %9s %11s %9s %9s %7s\n", "", "ours ms", "generic ms", "times", "TPU ms", "times", "XLA ms",
           "samples");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        measure(&operations[i]);
    if (!PL_CHECKS) {
        conclude("generic interpreter", &generic);
        conclude("TPU interpreter", &tpu);
    }
    return 0;
}
