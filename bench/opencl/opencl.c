// opencl.c -- kernels that pallasc translates for OpenCL's CPU devices, compared with peers on the same number of threads.
//
// Peer and contenders run alternately: peer, ours, peer, ours. Prints the median and the shortest elapsed time, the median in
// GFLOP/s or GB/s, and the speed as a share of the peer's in three ways: by the median of the samples' elapsed times, by the
// median of their processor times, and by the shortest times. Processor time does not advance while another process has the
// core; it counts threads that spin, but not threads that wait.
//
//     BENCH_SECONDS=1         time for each group         BENCH_ONLY=word     only groups whose title contains the word

#include <string.h>
#include <threads.h>
#include "../bench.h"
#include "../kernels.h"
#include "hand.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

// ---- The kernels --------------------------------------------------------------------------------------------------

enum { N = 1024, LARGE = 2048, BM = 256, BN = 512, BK = 512, SMALL = 128 };

BENCH_MATMUL(matmul, float, BM, BN, BK)
BENCH_MATMUL(matmul_small, float, SMALL, SMALL, SMALL)
BENCH_MATMUL(matmul_bf16, pl_bf16, BM, BN, BK)

// With a transposed y.
PL_KERNEL(transposed_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, y, BN, BK),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, PL_T(y));
}

PL_CALL(matmul_transposed, transposed_kernel,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

enum { LONG = 1 << 24, BLOCK = 1 << 14 };

BENCH_ADD(add, BLOCK)

enum { ROWS = 16384, COLUMNS = 1024, BR = 16 };

// Exponentials are computed once, because they are slow in OpenCL. kernels.h computes them twice, which is faster in plain loops.
PL_KERNEL(softmax_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BR, n),
          PL_REF(float, o, BR, n))
{
    PL_EACH ((r, BR)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);
        PL_EACH ((c, n))
            o[r][c] = expf(x[r][c] - top);
        PL_REDUCE (sum, PL_ADD, (c, n), o[r][c]);
        float scale = 1 / sum;
        PL_EACH ((c, n))
            o[r][c] *= scale;
    }
}

PL_CALL(softmax, softmax_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BR))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))))

static const float epsilon = 1e-5f;

PL_KERNEL(layer_norm_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BR, n),
          PL_REF(const float, gain, n),
          PL_REF(const float, shift, n),
          PL_REF(float, y, BR, n))
{
    PL_EACH ((r, BR)) {
        float sum = 0, squares = 0;
        PL_REDUCE (sum, PL_ADD, (c, n), x[r][c]);
        float mean = sum / n;
        PL_REDUCE (squares, PL_ADD, (c, n), (x[r][c] - mean) * (x[r][c] - mean));
        float scale = 1 / sqrtf(squares / n + epsilon);
        PL_EACH ((c, n))
            y[r][c] = (x[r][c] - mean) * scale * gain[c] + shift[c];
    }
}

PL_CALL(layer_norm, layer_norm_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BR))),
        PL_IN (float, x,     (m, n), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))),
        PL_IN (float, gain,  (n),    PL_WHOLE),
        PL_IN (float, shift, (n),    PL_WHOLE),
        PL_OUT(float, y,     (m, n), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))))

// Sums of columns, written one column at a time.
enum { SUMMED = 4096, ADDENDS = 4096, BA = 256, BS = 512 };

PL_KERNEL(columns_kernel,
          PL_REF(const float, x, BA, BS),
          PL_REF(float, z, BS))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, BS)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (r, BA), x[r][c]);
        z[c] += sum;
    }
}

PL_CALL(columns, columns_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(n, BS)), (i, PL_CDIV(m, BA))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BA, BS), (i, j), PL_EDGE(0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BS), (j))))

static inline float gelu_of(float v) { return 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v))); }

enum { BENT = 1 << 22 };

PL_KERNEL(gelu_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = gelu_of(x[c]);
}

PL_CALL(gelu, gelu_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

enum { HEADS = 8, LENGTH = 2048, D = 64 };

BENCH_ATTENTION(attention, 128, D)

enum { PICTURES = 8, HEIGHT = 128, WIDTH = 128, BH = 8, BW = 128, CIN = 16, COUT = 32 };

PL_KERNEL(conv_kernel,
          PL_REF(const float, x, BH + 2, BW + 2, CIN),
          PL_REF(const float, weight, 3, 3, CIN, COUT),
          PL_REF(const float, bias, COUT),
          PL_REF(float, z, BH, BW, COUT))
{
    PL_EACH ((h, BH), (w, BW), (c, COUT))
        z[h][w][c] = bias[c];
    PL_LOOP (h, 0, BH)
        PL_LOOP (dh, 0, 3)
            PL_LOOP (dw, 0, 3) {
                PL_VIEW(float, row, z[h], BW, COUT);
                PL_VIEW(const float, pixels, &x[h + dh][dw], BW, CIN);
                PL_VIEW(const float, tap, weight[dh][dw], CIN, COUT);
                PL_DOT(row, pixels, tap);
            }
}

PL_CALL(conv, conv_kernel,
        PL_SIZES(n, height, width),
        PL_GRID(PL_PARALLEL(i, n), PL_PARALLEL(h, PL_CDIV(height, BH)), PL_PARALLEL(w, PL_CDIV(width, BW))),
        PL_IN (float, x, (n, height, width, CIN),
               PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(BH + 2, 1, 1 + BH), PL_ELEMENT(BW + 2, 1, 1 + BW), CIN),
                            (i, h * BH, w * BW, 0), PL_EDGE(0))),
        PL_IN (float, weight, (3, 3, CIN, COUT), PL_WHOLE),
        PL_IN (float, bias, (COUT), PL_WHOLE),
        PL_OUT(float, z, (n, height, width, COUT), PL_BLOCKSPEC((PL_NONE, BH, BW, COUT), (i, h, w, 0))))

// ---- The clock and the tables -------------------------------------------------------------------------------------

struct contender {
    const char *what;
    void (*run)(void);
    double work;                        // GFLOP or GB of one run
    double goal;                        // at least this share of the peer's speed; 0: none
    double seconds, best;               // of one run: the median, the shortest
    double share, processor;            // share of the peer's speed: medians of the samples, by elapsed and by processor time
};

enum { SAMPLES = 201, GROUP = 8 };

// Returns b's speed as a share of the peer's: the median of the shares of the samples.
static double median_share(const struct contender *peer, const double *peer_took, const struct contender *b,
                           const double *took, int samples)
{
    static double share[SAMPLES];
    for (int s = 0; s < samples; s++)
        share[s] = peer_took[s] / peer->work * b->work / took[s];
    return bench_median(share, samples);
}

static int measure(struct contender *group, int count)
{
    static double wall[GROUP][SAMPLES], processor[GROUP][SAMPLES];
    int samples = 0;
    for (int i = 0; i < 2 * count; i++)                         // builds the programs and maps the pages
        group[i % count].run();
    for (double start = bench_wall_clock(); samples < SAMPLES && (samples < 5 || bench_wall_clock() - start < bench_budget()); samples++)
        for (int i = 0; i < count; i++) {
            double w = bench_wall_clock(), p = (double)clock() / CLOCKS_PER_SEC;
            group[i].run();
            wall[i][samples] = bench_wall_clock() - w;
            processor[i][samples] = (double)clock() / CLOCKS_PER_SEC - p + 1e-7;
        }
    for (int i = 0; i < count; i++) {
        group[i].share = median_share(&group[0], wall[0], &group[i], wall[i], samples);
        group[i].processor = median_share(&group[0], processor[0], &group[i], processor[i], samples);
    }
    for (int i = 0; i < count; i++) {
        group[i].seconds = bench_median(wall[i], samples);
        group[i].best = wall[i][0];
    }
    return samples;
}

// Measures a group and prints its table. The first contender is the peer of the others.
static void table(const char *title, const char *unit, struct contender *group, int count)
{
    const char *only = getenv("BENCH_ONLY");
    if (only && !strstr(title, only))
        return;
    int samples = measure(group, count);
    printf("\n%s, %d samples\n  %-36s %9s %8s %9s %12s %10s %9s %6s\n", title, samples, "", "ms", "best", unit, "of the peer",
           "processor", "best", "goal");
    for (int i = 0; i < count; i++) {
        struct contender *b = &group[i];
        printf("  %-36s %9.3f %8.3f %9.1f", b->what, b->seconds * 1e3, b->best * 1e3, b->work / b->seconds);
        if (i)
            printf(" %10.0f %% %8.0f %% %7.0f %%", 100 * b->share, 100 * b->processor,
                   100 * group[0].best / group[0].work * b->work / b->best);
        if (i && b->goal > 0)
            printf(" %4.0f %%  %s", 100 * b->goal, b->share >= b->goal ? "met" : "MISSED");
        printf("\n");
    }
    fflush(stdout);
}

// ---- The work, on as many threads as the device has ---------------------------------------------------------------

enum { MOST_THREADS = 64 };
static int threads;
static float *x, *y, *z, *w;
static pl_bf16 *x16, *y16;

static void on_threads(int (*part)(void *number))
{
    thrd_t thread[MOST_THREADS];
    static int numbers[MOST_THREADS];
    for (int i = 0; i < threads; i++) {
        numbers[i] = i;
        thrd_create(&thread[i], part, &numbers[i]);
    }
    for (int i = 0; i < threads; i++)
        thrd_join(thread[i], NULL);
}

// As many bytes as an addition of LONG elements moves: half of three arrays is read, half is written.
static int copy_part(void *number)
{
    size_t bytes = 3ul * LONG * sizeof(float) / 2 / (size_t)threads, from = bytes * (size_t)*(int *)number;
    memcpy((char *)z + from, (char *)x + from, bytes);
    return 0;
}

static int add_part(void *number)
{
    long count = LONG / threads, from = count * *(int *)number;
    for (long i = from; i < from + count; i++)
        z[i] = x[i] + y[i];
    return 0;
}

// Each thread adds rows of its own columns.
static int columns_part(void *number)
{
    long count = SUMMED / threads, from = count * *(int *)number;
    memset(z + from, 0, (size_t)count * sizeof *z);
    for (long r = 0; r < ADDENDS; r++)
        for (long c = from; c < from + count; c++)
            z[c] += x[r * SUMMED + c];
    return 0;
}

static int gelu_part(void *number)
{
    long count = BENT / threads, from = count * *(int *)number;
    plain_gelu(count, x + from, z + from);
    return 0;
}

static int copy_rows_part(void *number)
{
    size_t bytes = (size_t)ROWS * COLUMNS * sizeof(float) / (size_t)threads, from = bytes * (size_t)*(int *)number;
    memcpy((char *)z + from, (char *)x + from, bytes);
    return 0;
}

static int softmax_part(void *number)
{
    long count = ROWS / threads, from = count * *(int *)number;
    for (long r = from; r < from + count; r++) {
        const float *in = x + r * COLUMNS;
        float *out = z + r * COLUMNS, top = -INFINITY, sum = 0;
        for (long c = 0; c < COLUMNS; c++)
            top = fmaxf(top, in[c]);
        for (long c = 0; c < COLUMNS; c++)
            sum += out[c] = expf(in[c] - top);
        for (long c = 0; c < COLUMNS; c++)
            out[c] /= sum;
    }
    return 0;
}

static int layer_norm_part(void *number)
{
    long count = ROWS / threads, from = count * *(int *)number;
    for (long r = from; r < from + count; r++) {
        const float *in = x + r * COLUMNS;
        float *out = z + r * COLUMNS, sum = 0, squares = 0;
        for (long c = 0; c < COLUMNS; c++)
            sum += in[c];
        float mean = sum / COLUMNS;
        for (long c = 0; c < COLUMNS; c++)
            squares += (in[c] - mean) * (in[c] - mean);
        float scale = 1 / sqrtf(squares / COLUMNS + epsilon);
        for (long c = 0; c < COLUMNS; c++)
            out[c] = (in[c] - mean) * scale * y[c] + w[c];
    }
    return 0;
}

// One picture at a time, with zeros outside it.
static int conv_part(void *number)
{
    for (long i = *(int *)number; i < PICTURES; i += threads)
        for (long h = 0; h < HEIGHT; h++)
            for (long at = 0; at < WIDTH; at++) {
                float *out = z + ((i * HEIGHT + h) * WIDTH + at) * COUT, sum[COUT];
                memcpy(sum, y, sizeof sum);
                for (long dh = 0; dh < 3; dh++)
                    for (long dw = 0; dw < 3; dw++) {
                        long row = h + dh - 1, column = at + dw - 1;
                        if (row < 0 || row >= HEIGHT || column < 0 || column >= WIDTH)
                            continue;
                        const float *in = x + ((i * HEIGHT + row) * WIDTH + column) * CIN;
                        for (long a = 0; a < CIN; a++)
                            for (long c = 0; c < COUT; c++)
                                sum[c] += in[a] * w[((dh * 3 + dw) * CIN + a) * COUT + c];
                    }
                memcpy(out, sum, sizeof sum);
            }
    return 0;
}

static int widen_part(void *number)
{
    long count = (long)N * N / threads, from = count * *(int *)number;
    for (long i = from; i < from + count; i++)
        x[i] = pl_to_f32(x16[i]), y[i] = pl_to_f32(y16[i]);
    return 0;
}

#ifdef HAVE_OPENBLAS
static const char *blas_name(void)
{
    static char name[40];
    snprintf(name, sizeof name, "OpenBLAS sgemm, %s", openblas_get_corename());
    return name;
}

static void blas_of(int n) { cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, x, n, y, n, 0, z, n); }
static void blas(void) { blas_of(N); }
static void blas_large(void) { blas_of(LARGE); }

static void blas_transposed(void)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, N, N, N, 1, x, N, y, N, 0, z, N);
}
static void blas_widened(void)
{
    on_threads(widen_part);
    blas();
}

// Attention with a library, head by head: all scores, the softmax of their rows, and the products with the values.
static float *scores;

static int attention_part(void *number)
{
    long count = LENGTH / threads, from = count * *(int *)number;
    for (float *row = scores + from * LENGTH; row < scores + (from + count) * LENGTH; row += LENGTH) {
        float top = -INFINITY, sum = 0;
        for (long c = 0; c < LENGTH; c++)
            top = fmaxf(top, row[c]);
        for (long c = 0; c < LENGTH; c++)
            sum += row[c] = expf(row[c] - top);
        for (long c = 0; c < LENGTH; c++)
            row[c] /= sum;
    }
    return 0;
}

static void blas_attention(void)
{
    for (long at = 0; at < (long)HEADS * LENGTH * D; at += LENGTH * D) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, LENGTH, LENGTH, D, 1 / sqrtf(D), x + at, D, y + at, D, 0,
                    scores, LENGTH);
        on_threads(attention_part);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, LENGTH, D, LENGTH, 1, scores, LENGTH, w + at, D, 0, z + at,
                    D);
    }
}
#endif

static void do_matmul(void) { bench_ok(matmul(N, N, N, x, y, z)); }
static void do_matmul_large(void) { bench_ok(matmul(LARGE, LARGE, LARGE, x, y, z)); }
static void do_matmul_small(void) { bench_ok(matmul_small(N, N, N, x, y, z)); }
static void do_matmul_transposed(void) { bench_ok(matmul_transposed(N, N, N, x, y, z)); }
static void do_matmul_bf16(void) { bench_ok(matmul_bf16(N, N, N, x16, y16, z)); }
static void do_copy(void) { on_threads(copy_part); }
static void do_loop(void) { on_threads(add_part); }
static void do_add(void) { bench_ok(add(LONG, x, y, z)); }
static void do_columns(void) { bench_ok(columns(ADDENDS, SUMMED, x, z)); }
static void do_columns_loops(void) { on_threads(columns_part); }
static void do_gelu(void) { bench_ok(gelu(BENT, x, z)); }
static void do_gelu_loop(void) { on_threads(gelu_part); }
static void do_copy_rows(void) { on_threads(copy_rows_part); }
static void do_softmax_by_hand(void) { hand_softmax(ROWS, COLUMNS, x, z); }
static void do_softmax(void) { bench_ok(softmax(ROWS, COLUMNS, x, z)); }
static void do_softmax_loops(void) { on_threads(softmax_part); }
static void do_layer_norm(void) { bench_ok(layer_norm(ROWS, COLUMNS, x, y, w, z)); }
static void do_layer_norm_loops(void) { on_threads(layer_norm_part); }
static void do_attention(void) { bench_ok(attention(HEADS, LENGTH, x, y, w, z)); }
static void do_conv(void) { bench_ok(conv(PICTURES, HEIGHT, WIDTH, x, w, y, z)); }
static void do_conv_loops(void) { on_threads(conv_part); }
static int nothing(void *number) { (void)number; return 0; }
static void do_nothing(void) { on_threads(nothing); }
static void do_little(void) { bench_ok(add(256, x, y, z)); }

// Compares the results of both kernels. The error of an exponential is 3 units of the last place (OpenCL); a sum of positive
// numbers adds a rounding for each of them, and a quotient two more. Both results have this error.
static void compare_softmax(void)
{
    enum { SOME = 64 };
    static float by_hand[SOME * COLUMNS];
    do_softmax_by_hand();
    memcpy(by_hand, z, sizeof by_hand);
    do_softmax();
    for (long i = 0; i < SOME * COLUMNS; i++)
        if (!(fabsf(z[i] - by_hand[i]) <= 2 * (COLUMNS + 8) * FLT_EPSILON * by_hand[i])) {
            fprintf(stderr, "softmax: element %ld is %.9g, but that of the handwritten kernel is %.9g\n", i, (double)z[i],
                    (double)by_hand[i]);
            exit(1);
        }
}

static float *array(long count)
{
    float *p = aligned_alloc(4096, ((size_t)count * sizeof *p + 4095) / 4096 * 4096);
    if (!p)
        exit(2);
    bench_fill(p, count);
    return p;
}

int main(void)
{
    long count = 3L * LONG / 2;
    const char *given = getenv("BENCH_THREADS");
    threads = given ? atoi(given) : 1;
    threads = threads < 1 ? 1 : threads < MOST_THREADS ? threads : MOST_THREADS;
    x = array(count), y = array(count), z = array(count), w = array(count);
    x16 = (pl_bf16 *)array((long)N * N / 2), y16 = (pl_bf16 *)array((long)N * N / 2);
    for (long i = 0; i < (long)N * N; i++)
        x16[i] = pl_to_bf16(x[i]), y16[i] = pl_to_bf16(y[i]);
    const double flops = 2e-9 * N * N * N, sum = 12e-9 * LONG, rows = 8e-9 * ROWS * COLUMNS;
    printf("OpenCL on %d thread%s\n", threads, threads == 1 ? "" : "s");
#ifdef HAVE_OPENBLAS
    openblas_set_num_threads(threads);
    struct contender dots[] = { { blas_name(), blas, flops, 0, 0, 0, 0, 0 },
                                { "blocks of 256x512x512", do_matmul, flops, 1, 0, 0, 0, 0 },
                                { "blocks of 128x128x128", do_matmul_small, flops, 0, 0, 0, 0, 0 } };
    struct contender large[] = { { blas_name(), blas_large, 8 * flops, 0, 0, 0, 0, 0 },
                                 { "blocks of 256x512x512", do_matmul_large, 8 * flops, 1, 0, 0, 0, 0 } };
    struct contender turned[] = { { "OpenBLAS sgemm, transposed", blas_transposed, flops, 0, 0, 0, 0, 0 },
                                  { "PL_T, blocks of 256x512x512", do_matmul_transposed, flops, 0, 0, 0, 0, 0 } };
    struct contender narrow[] = { { "widen, then OpenBLAS sgemm", blas_widened, flops, 0, 0, 0, 0, 0 },
                                  { "bf16, blocks of 256x512x512", do_matmul_bf16, flops, 0, 0, 0, 0, 0 } };
    table("matmul 1024^3, f32", "GFLOP/s", dots, 3);
    table("matmul 2048^3, f32", "GFLOP/s", large, 2);
    table("matmul by a transposed y, 1024^3, f32", "GFLOP/s", turned, 2);
    table("matmul 1024^3, bf16 with an f32 result", "GFLOP/s", narrow, 2);
#else
    struct contender dots[] = { { "blocks of 256x512x512 (no OpenBLAS)", do_matmul, flops, 0, 0, 0, 0, 0 },
                                { "blocks of 128x128x128", do_matmul_small, flops, 0, 0, 0, 0, 0 },
                                { "PL_T, blocks of 256x512x512", do_matmul_transposed, flops, 0, 0, 0, 0, 0 },
                                { "bf16, blocks of 256x512x512", do_matmul_bf16, flops, 0, 0, 0, 0, 0 } };
    table("matmul 1024^3", "GFLOP/s", dots, 4);
#endif
    const double attended = 4e-9 * HEADS * LENGTH * LENGTH * D;
#ifdef HAVE_OPENBLAS
    scores = array((long)LENGTH * LENGTH);
    struct contender heads[] = { { "OpenBLAS and plain C loops", blas_attention, attended, 0, 0, 0, 0, 0 },
                                 { "OpenCL, blocks of 128 x 128", do_attention, attended, 0, 0, 0, 0, 0 } };
    table("flash attention, f32, 8 heads, length 2048, D 64", "GFLOP/s", heads, 2);
#else
    struct contender heads[] = { { "OpenCL, blocks of 128 x 128", do_attention, attended, 0, 0, 0, 0, 0 } };
    table("flash attention, f32, 8 heads, length 2048, D 64", "GFLOP/s", heads, 1);
#endif
    struct contender sums[] = { { "memcpy of the same bytes", do_copy, sum, 0, 0, 0, 0, 0 },
                                { "plain C loop", do_loop, sum, 0, 0, 0, 0, 0 },
                                { "OpenCL", do_add, sum, 0.9, 0, 0, 0, 0 } };
    table("add 2^24", "GB/s", sums, 3);
    const double summed = 4e-9 * ADDENDS * SUMMED, bent = 8e-9 * BENT;
    struct contender tall[] = { { "plain C loops, row by row", do_columns_loops, summed, 0, 0, 0, 0, 0 },
                                { "OpenCL, a sum for each column", do_columns, summed, 1 / 1.2, 0, 0, 0, 0 } };
    table("sums of columns, 4096x4096", "GB/s", tall, 2);
    struct contender curve[] = { { "plain C loop, libm's tanhf", do_gelu_loop, bent, 0, 0, 0, 0, 0 },
                                 { "OpenCL", do_gelu, bent, 1 / 1.2, 0, 0, 0, 0 } };
    table("GELU by tanhf, 2^22", "GB/s", curve, 2);
    compare_softmax();
    struct contender soft[] = { { "handwritten OpenCL", do_softmax_by_hand, rows, 0, 0, 0, 0, 0 },
                                { "OpenCL", do_softmax, rows, 0.95, 0, 0, 0, 0 },
                                { "memcpy of the same bytes", do_copy_rows, rows, 0, 0, 0, 0, 0 },
                                { "plain C loops", do_softmax_loops, rows, 0, 0, 0, 0, 0 } };
    table("softmax of rows, 16384x1024", "GB/s", soft, 4);
    struct contender norm[] = { { "memcpy of the same bytes", do_copy_rows, rows, 0, 0, 0, 0, 0 },
                                { "plain C loops", do_layer_norm_loops, rows, 0, 0, 0, 0, 0 },
                                { "OpenCL", do_layer_norm, rows, 0.9, 0, 0, 0, 0 } };
    table("layer norm of rows, 16384x1024", "GB/s", norm, 3);
    const double taps = 2e-9 * 9 * CIN * COUT * PICTURES * HEIGHT * WIDTH;
    struct contender convs[] = { { "plain C loops", do_conv_loops, taps, 0, 0, 0, 0, 0 },
                                 { "OpenCL", do_conv, taps, 0, 0, 0, 0, 0 } };
    table("convolution 3x3, 8 pictures 128x128, 16 to 32 channels", "GFLOP/s", convs, 2);
    struct contender calls[] = { { "threads made and joined", do_nothing, 1e-3, 0, 0, 0, 0, 0 },
                                 { "a call of one block", do_little, 1e-3, 0, 0, 0, 0, 0 } };
    table("launch: a call that does next to nothing", "calls/ms", calls, 2);
    return 0;
}
