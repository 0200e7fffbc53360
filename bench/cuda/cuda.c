// cuda.c -- kernels that pallasc translates for CUDA, each beside the fastest of its peers: a line of one table.
//
// Peers in this process are cuBLAS, cuBLASLt and copies in the device's memory (peers.c); they run alternately with ours. Others may
// have been timed before: BENCH_PEERS names a file of bench/peers. All arrays are on the device; a sample is several calls and one
// wait. A line has the median time of a call, the rate, the best peer with its rate, our share of it, and whether results are right:
// the last ones are compared with plain C. If a call or a check fails, its line says so, and the others go on. But after some errors
// CUDA refuses all later calls of the process: the bundle's Makefile runs one for each kind of work.
//
//     cuda                    measures all lines; BENCH_ONLY=op: those of this kind of work, without the head of the table
//     cuda --list             prints OP|LINE|M|N|K for each line, for bench/peers
//     cuda --head             prints the head of the table
//     BENCH_SECONDS=1         time for each line
//
// If peers.c is built without -DHAVE_CUBLAS, matmuls have no peer in this process.

#include "../bench.h"
#include "../kernels.h"
#include "peers.h"

// ---- The kernels ----

#ifdef BENCH_SMALL                              // for tests without a GPU
enum { LONG = 1 << 16, COLUMNS = 512, SQUARE = 256, N = 256, N16 = 256, HEADS = 1, LENGTH = 128, PERIOD = 1 << 15 };
#define ROW_LENGTHS(line) line(64) line(128) line(256) line(1024)
#else
enum { LONG = 1 << 28, COLUMNS = 8192, SQUARE = 16384, N = 4096, N16 = 8192, HEADS = 16, LENGTH = 8192, PERIOD = 1 << 22 };
#define ROW_LENGTHS(line) line(1024) line(4096) line(16384) line(65536)
#endif
enum { TILE = 128, DEPTH = 64, BLOCK = 4096, SIDE = 64, NORM = 4096, NORM_ROWS = 4, ROW = 2048, D = 128, KEYS = 128 };

BENCH_ADD(add, BLOCK)
BENCH_SOFTMAX(softmax, 1)
BENCH_SOFTMAX(softmax_4, 4)
BENCH_MATMUL(matmul, float, TILE, TILE, 32)
BENCH_MATMUL(matmul_bf16, pl_bf16, TILE, TILE, DEPTH)
BENCH_MATMUL(matmul_bf16_wide, pl_bf16, TILE, 2 * TILE, DEPTH)
BENCH_MATMUL_T(matmul_f16_t, pl_f16, float, TILE, 2 * TILE, DEPTH)
BENCH_MATMUL_T(matmul_int8_t, int8_t, int32_t, TILE, 2 * TILE, 2 * DEPTH)
BENCH_MATMUL_T(matmul_f8_t, pl_f8e4m3, float, TILE, 2 * TILE, 2 * DEPTH)

static float gelu(float v)
{
    return 0.5f * v * (1 + tanhf(0.797884561f * (v + 0.044715f * v * v * v)));
}

PL_KERNEL(matmul_gelu_kernel, PL_REF(const pl_bf16, x, TILE, DEPTH), PL_REF(const pl_bf16, y, DEPTH, 2 * TILE),
          PL_REF(const pl_bf16, b, 2 * TILE), PL_REF(pl_bf16, z, TILE, 2 * TILE), PL_REF(float, sum, TILE, 2 * TILE))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, x, y);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, TILE), (c, 2 * TILE))
            z[r][c] = pl_to_bf16(gelu(sum[r][c] + pl_to_f32(b[c])));
}

PL_CALL(matmul_gelu, matmul_gelu_kernel, PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, m / TILE), PL_PARALLEL(j, n / (2 * TILE)), (l, k / DEPTH)),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((TILE, DEPTH), (i, l))),
        PL_IN (pl_bf16, y, (k, n), PL_BLOCKSPEC((DEPTH, 2 * TILE), (l, j))),
        PL_IN (pl_bf16, b, (n), PL_BLOCKSPEC((2 * TILE), (j))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((TILE, 2 * TILE), (i, j))),
        PL_SCRATCH(float, (TILE, 2 * TILE)))

PL_KERNEL(layer_norm_kernel, PL_REF(const float, x, NORM_ROWS, NORM), PL_REF(const float, g, NORM), PL_REF(const float, b, NORM),
          PL_REF(float, o, NORM_ROWS, NORM))
{
    PL_EACH ((r, NORM_ROWS)) {
        float sum = 0, squares = 0;
        PL_REDUCE (sum, PL_ADD, (c, NORM), x[r][c]);
        const float mean = sum / NORM;
        PL_REDUCE (squares, PL_ADD, (c, NORM), (x[r][c] - mean) * (x[r][c] - mean));
        const float scale = 1 / sqrtf(squares / NORM + 1e-5f);
        PL_EACH ((c, NORM))
            o[r][c] = (x[r][c] - mean) * scale * g[c] + b[c];
    }
}

PL_CALL(layer_norm, layer_norm_kernel, PL_SIZES(m), PL_GRID(PL_PARALLEL(i, m / NORM_ROWS)),
        PL_IN (float, x, (m, NORM), PL_BLOCKSPEC((NORM_ROWS, NORM), (i, 0))),
        PL_IN (float, g, (NORM), PL_WHOLE),
        PL_IN (float, b, (NORM), PL_WHOLE),
        PL_OUT(float, o, (m, NORM), PL_BLOCKSPEC((NORM_ROWS, NORM), (i, 0))))

PL_KERNEL(rms_norm_kernel, PL_REF(const pl_bf16, x, NORM_ROWS, NORM), PL_REF(const pl_bf16, g, NORM),
          PL_REF(pl_bf16, o, NORM_ROWS, NORM))
{
    PL_EACH ((r, NORM_ROWS)) {
        float squares = 0;
        PL_REDUCE (squares, PL_ADD, (c, NORM), pl_to_f32(x[r][c]) * pl_to_f32(x[r][c]));
        const float scale = 1 / sqrtf(squares / NORM + 1e-6f);
        PL_EACH ((c, NORM))
            o[r][c] = pl_to_bf16(pl_to_f32(x[r][c]) * scale * pl_to_f32(g[c]));
    }
}

PL_CALL(rms_norm, rms_norm_kernel, PL_SIZES(m), PL_GRID(PL_PARALLEL(i, m / NORM_ROWS)),
        PL_IN (pl_bf16, x, (m, NORM), PL_BLOCKSPEC((NORM_ROWS, NORM), (i, 0))),
        PL_IN (pl_bf16, g, (NORM), PL_WHOLE),
        PL_OUT(pl_bf16, o, (m, NORM), PL_BLOCKSPEC((NORM_ROWS, NORM), (i, 0))))

PL_KERNEL(cumsum_kernel, PL_REF(const float, x, ROW), PL_REF(float, o, ROW))
{
    float sum = 0;
    PL_SCAN (sum, PL_ADD, (c, ROW), x[c])
        o[c] = sum;
}

PL_CALL(cumsum, cumsum_kernel, PL_SIZES(m), PL_GRID(PL_PARALLEL(i, m)),
        PL_IN (float, x, (m, ROW), PL_BLOCKSPEC((PL_NONE, ROW), (i, 0))),
        PL_OUT(float, o, (m, ROW), PL_BLOCKSPEC((PL_NONE, ROW), (i, 0))))

#define COLUMN_SUM(name, BM, BN)                                                                             \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, BM, BN), PL_REF(float, o, BN))                           \
    {                                                                                                        \
        PL_WHEN (PL_FIRST(1))                                                                                \
            PL_FILL(o, 0);                                                                                   \
        PL_EACH ((c, BN))                                                                                    \
            PL_REDUCE (o[c], PL_ADD, (r, BM), x[r][c]);                                                      \
    }                                                                                                        \
                                                                                                             \
    PL_CALL(name, name##_kernel, PL_SIZES(m, n), PL_GRID(PL_PARALLEL(j, n / (BN)), PL_REDUCTION(i, m / (BM))), \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),                                        \
            PL_OUT(float, o, (n), PL_BLOCKSPEC((BN), (j))))

COLUMN_SUM(column_sum, SIDE, 2 * SIDE)
COLUMN_SUM(column_sum_narrow, SIDE, SIDE / 2)

PL_KERNEL(sum_kernel, PL_REF(const float, x, 2 * BLOCK), PL_REF(float, o, 1))
{
    PL_WHEN (PL_FIRST(0))
        o[0] = 0;
    PL_REDUCE (o[0], PL_ADD, (c, 2 * BLOCK), x[c]);
}

PL_CALL(sum, sum_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(i, n / (2 * BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((2 * BLOCK), (i))),
        PL_OUT(float, o, (1), PL_WHOLE))

PL_KERNEL(transpose_kernel, PL_REF(const float, x, SIDE, SIDE), PL_REF(float, o, SIDE, SIDE))
{
    PL_EACH ((r, SIDE), (c, SIDE))
        o[r][c] = x[c][r];
}

PL_CALL(transpose, transpose_kernel, PL_SIZES(m, n), PL_GRID(PL_PARALLEL(i, m / SIDE), PL_PARALLEL(j, n / SIDE)),
        PL_IN (float, x, (n, m), PL_BLOCKSPEC((SIDE, SIDE), (j, i))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((SIDE, SIDE), (i, j))))

// Flash attention with heads of D.
#define ATTENTION(name, D)                                                                                                           \
    PL_KERNEL(name##_kernel, PL_SCALAR(bool, causal), PL_REF(const pl_bf16, q, KEYS, D), PL_REF(const pl_bf16, k, KEYS, D),          \
              PL_REF(const pl_bf16, v, KEYS, D), PL_REF(pl_bf16, o, KEYS, D), PL_REF(float, top, KEYS), PL_REF(float, sum, KEYS),    \
              PL_REF(float, acc, KEYS, D))                                                                                           \
    {                                                                                                                                \
        const long first_query = PL_AXIS(i) * KEYS, first_key = PL_AXIS(j) * KEYS;                                                   \
        const float scale = 1 / sqrtf(D);                                                                                            \
        PL_WHEN (PL_FIRST(2)) {                                                                                                      \
            PL_FILL(top, -INFINITY);                                                                                                 \
            PL_FILL(sum, 0);                                                                                                         \
            PL_FILL(acc, 0);                                                                                                         \
        }                                                                                                                            \
        PL_WHEN (!causal || first_key <= first_query) {                                                                              \
            PL_TILE(float, p, KEYS, KEYS);                                                                                           \
            PL_TILE(pl_bf16, weights, KEYS, KEYS);                                                                                   \
            PL_FILL(p, 0);                                                                                                           \
            PL_DOT(p, q, PL_T(k));                                                                                                   \
            PL_EACH ((r, KEYS)) {                                                                                                    \
                float peak = top[r], total = 0;                                                                                      \
                PL_EACH ((c, KEYS))                                                                                                  \
                    p[r][c] = !causal || first_key + c <= first_query + r ? p[r][c] * scale : -INFINITY;                             \
                PL_REDUCE (peak, PL_MAX, (c, KEYS), p[r][c]);                                                                        \
                PL_EACH ((c, KEYS))                                                                                                  \
                    p[r][c] = expf(p[r][c] - peak);                                                                                  \
                PL_REDUCE (total, PL_ADD, (c, KEYS), p[r][c]);                                                                       \
                const float shrink = expf(top[r] - peak);                                                                            \
                PL_EACH ((c, D))                                                                                                     \
                    acc[r][c] *= shrink;                                                                                             \
                sum[r] = sum[r] * shrink + total;                                                                                    \
                top[r] = peak;                                                                                                       \
            }                                                                                                                        \
            PL_ASSIGN(weights, p);                                                                                                   \
            PL_DOT(acc, weights, v);                                                                                                 \
        }                                                                                                                            \
        PL_WHEN (PL_LAST(2))                                                                                                         \
            PL_EACH ((r, KEYS), (c, D))                                                                                              \
                o[r][c] = pl_to_bf16(acc[r][c] / sum[r]);                                                                            \
    }                                                                                                                                \
                                                                                                                                     \
    PL_CALL(name, name##_kernel, PL_SIZES(heads, length), PL_SCALAR(bool, causal),                                                   \
            PL_GRID(PL_PARALLEL(h, heads), PL_PARALLEL(i, length / KEYS), (j, length / KEYS)),                                       \
            PL_IN (pl_bf16, q, (heads, length, D), PL_BLOCKSPEC((PL_NONE, KEYS, D), (h, i, 0))),                                     \
            PL_IN (pl_bf16, k, (heads, length, D), PL_BLOCKSPEC((PL_NONE, KEYS, D), (h, j, 0))),                                     \
            PL_IN (pl_bf16, v, (heads, length, D), PL_BLOCKSPEC((PL_NONE, KEYS, D), (h, j, 0))),                                     \
            PL_OUT(pl_bf16, o, (heads, length, D), PL_BLOCKSPEC((PL_NONE, KEYS, D), (h, i, 0))),                                     \
            PL_SCRATCH(float, (KEYS)), PL_SCRATCH(float, (KEYS)), PL_SCRATCH(float, (KEYS, D)))

ATTENTION(attention, D)
ATTENTION(attention_64, D / 2)

// ---- The arrays ----

static float *x, *y, *z;                        // on the device, LONG elements
static pl_bf16 *x16, *z16;                      // N16 * N16 or more
static pl_f16 *x_f16;                           // x and y of a product x y', of which y begins APART rows later
static int8_t *x_int8;
static pl_f8e4m3 *x_f8;
static float *host;                             // PERIOD elements, which the others repeat

enum { LONG16 = N16 * N16 > HEADS * LENGTH * D ? N16 * N16 : HEADS * LENGTH * D, APART = 64 };

static int8_t to_int8(float f) { return (int8_t)(127 * f); }

static double at(long i) { return (double)host[i % PERIOD]; }
static double at16(long i) { return (double)pl_to_f32(pl_to_bf16(host[i % PERIOD])); }
static double at_f16(long i) { return (double)pl_to_f32(pl_to_f16(host[i % PERIOD])); }
static double at_int8(long i) { return to_int8(host[i % PERIOD]); }
static double at_f8(long i) { return (double)pl_to_f32(pl_to_f8e4m3(host[i % PERIOD])); }

static void need(bool done)
{
    if (!done) {
        fprintf(stderr, "%s\n", pl_error());
        exit(1);
    }
}

// Returns an array on the device that repeats `from`, which has PERIOD elements of this size.
static void *repeated(const void *from, long count, size_t element)
{
    char *made = pl_alloc((size_t)count * element);
    need(made);
    for (long i = 0; i < count; i += PERIOD)
        need(!pl_upload(made + (size_t)i * element, from, (size_t)(count - i < PERIOD ? count - i : PERIOD) * element));
    return made;
}

static void make_arrays(void)
{
    pl_bf16 *narrow = bench_array(PERIOD, sizeof *narrow);
    pl_f16 *half = bench_array(PERIOD, sizeof *half);
    int8_t *byte = bench_array(PERIOD, sizeof *byte);
    pl_f8e4m3 *eighth = bench_array(PERIOD, sizeof *eighth);
    host = bench_floats(PERIOD);
    bench_fill(host, PERIOD);
    for (long i = 0; i < PERIOD; i++) {
        narrow[i] = pl_to_bf16(host[i]);
        half[i] = pl_to_f16(host[i]);
        byte[i] = to_int8(host[i]);
        eighth[i] = pl_to_f8e4m3(host[i]);
    }
    x = repeated(host, LONG, sizeof *x);
    y = repeated(host, LONG, sizeof *y);
    z = repeated(host, LONG, sizeof *z);
    x16 = repeated(narrow, LONG16, sizeof *x16);
    z16 = repeated(narrow, LONG16, sizeof *z16);
    x_f16 = repeated(half, (N16 + APART) * N16, sizeof *x_f16);
    x_int8 = repeated(byte, (N16 + APART) * N16, sizeof *x_int8);
    x_f8 = repeated(eighth, (N16 + APART) * N16, sizeof *x_f8);
    free(narrow);
    free(half);
    free(byte);
    free(eighth);
}

// ---- The lines ----

enum type { F32, BF16, I32 };                   // of a result

struct line {
    const char *op, *what;                      // the kind of work, as bench/peers knows it; the line's name
    long m, n, k;                               // of attention: heads, their length, whether it is causal
    int (*run)(const struct line *);            // 0, or a code
    double work;                                // GB or TFLOP of a call; 0: only its time counts
    const char *unit;
    double (*expect)(const struct line *, long i);      // element i of the result
    long results;
    enum type type;                             // of the result, which is z16 or z
    double bound;                               // of the error, without the rounding to bf16
    const char *peer;                           // in this process, or NULL
    bool (*run_peer)(const struct line *);
    double peer_work;
};

static int run_add(const struct line *l) { return add(l->m, x, y, z); }
static int run_softmax(const struct line *l) { return softmax(l->m, l->n, x, z); }
static int run_softmax_4(const struct line *l) { return softmax_4(l->m, l->n, x, z); }
static int run_norm(const struct line *l) { return layer_norm(l->m, x, y, y + NORM, z); }
static int run_column_sum(const struct line *l) { return column_sum(l->m, l->n, x, z); }
static int run_column_sum_narrow(const struct line *l) { return column_sum_narrow(l->m, l->n, x, z); }
static int run_sum(const struct line *l) { return sum(l->m, x, z); }
static int run_transpose(const struct line *l) { return transpose(l->m, l->n, x, z); }
static int run_matmul(const struct line *l) { return matmul(l->m, l->n, l->k, x, y, z); }
static int run_matmul_bf16(const struct line *l) { return matmul_bf16(l->m, l->n, l->k, x16, x16, z); }
static int run_matmul_bf16_wide(const struct line *l) { return matmul_bf16_wide(l->m, l->n, l->k, x16, x16, z); }
static int run_matmul_gelu(const struct line *l) { return matmul_gelu(l->m, l->n, l->k, x16, x16, x16, z16); }
static int run_matmul_f16_t(const struct line *l) { return matmul_f16_t(l->m, l->n, l->k, x_f16, x_f16 + APART * N16, z); }
static int run_matmul_int8_t(const struct line *l)
{
    return matmul_int8_t(l->m, l->n, l->k, x_int8, x_int8 + APART * N16, (int32_t *)z);
}
static int run_matmul_f8_t(const struct line *l) { return matmul_f8_t(l->m, l->n, l->k, x_f8, x_f8 + APART * N16, z); }
static int run_rms_norm(const struct line *l) { return rms_norm(l->m, x16, x16, z16); }
static int run_cumsum(const struct line *l) { return cumsum(l->m, x, z); }
static int run_attention(const struct line *l) { return attention(l->m, l->n, l->k, x16, x16, x16, z16); }
static int run_attention_64(const struct line *l) { return attention_64(l->m, l->n, l->k, x16, x16, x16, z16); }

static bool copy(const struct line *l) { return peer_copy(z, x, (size_t)(l->peer_work * 0.5e9)); }
static bool cublas(const struct line *l) { return peer_matmul((int)l->m, x, y, z); }
static bool cublas_bf16(const struct line *l) { return peer_matmul_bf16((int)l->m, x16, x16, z); }
static bool cublas_lt_gelu(const struct line *l) { return peer_matmul_gelu((int)l->m, x16, x16, x16, z16); }
static bool cublas_f16_t(const struct line *l) { return peer_matmul_f16_t((int)l->m, x_f16, x_f16 + APART * N16, z); }
static bool cublas_int8_t(const struct line *l) { return peer_matmul_int8_t((int)l->m, x_int8, x_int8 + APART * N16, (int32_t *)z); }

static double expect_add(const struct line *l, long i)
{
    (void)l;
    return 2 * at(i);
}

static double expect_softmax(const struct line *l, long i)
{
    double sum = 0;
    for (long c = i / l->n * l->n; c < (i / l->n + 1) * l->n; c++)
        sum += exp(at(c));
    return exp(at(i)) / sum;
}

static double expect_norm(const struct line *l, long i)
{
    double sum = 0, squares = 0;
    const long first = i / l->n * l->n;
    for (long c = first; c < first + l->n; c++)
        sum += at(c);
    for (long c = first; c < first + l->n; c++)
        squares += (at(c) - sum / NORM) * (at(c) - sum / NORM);
    return (at(i) - sum / NORM) / sqrt(squares / NORM + 1e-5) * at(i - first) + at(NORM + i - first);
}

static double expect_rms_norm(const struct line *l, long i)
{
    double squares = 0;
    const long first = i / l->n * l->n;
    for (long c = first; c < first + l->n; c++)
        squares += at16(c) * at16(c);
    return at16(i) / sqrt(squares / (double)l->n + 1e-6) * at16(i - first);
}

static double expect_cumsum(const struct line *l, long i)
{
    double sum = 0;
    for (long c = i / l->n * l->n; c <= i; c++)
        sum += at(c);
    return sum;
}

static double expect_column_sum(const struct line *l, long i)
{
    double sum = 0;
    for (long r = 0; r < l->m; r++)
        sum += at(r * l->n + i);
    return sum;
}

static double expect_sum(const struct line *l, long i)
{
    double sum = 0;
    for (long c = 0; c < l->m; c++)
        sum += at(i + c);
    return sum;
}

static double expect_transpose(const struct line *l, long i) { return at(i % l->n * l->m + i / l->n); }

// Returns element i of x y.
static double product(const struct line *l, long i, double (*of)(long))
{
    double sum = 0;
    for (long k = 0; k < l->k; k++)
        sum += of(i / l->n * l->k + k) * of(k * l->n + i % l->n);
    return sum;
}

// Returns element i of x y', where y begins APART rows after x.
static double product_t(const struct line *l, long i, double (*of)(long))
{
    double sum = 0;
    for (long k = 0; k < l->k; k++)
        sum += of(i / l->n * l->k + k) * of((i % l->n + APART) * l->k + k);
    return sum;
}

static double expect_matmul(const struct line *l, long i) { return product(l, i, at); }
static double expect_matmul_bf16(const struct line *l, long i) { return product(l, i, at16); }
static double expect_matmul_f16_t(const struct line *l, long i) { return product_t(l, i, at_f16); }
static double expect_matmul_int8_t(const struct line *l, long i) { return product_t(l, i, at_int8); }
static double expect_matmul_f8_t(const struct line *l, long i) { return product_t(l, i, at_f8); }

static double expect_matmul_gelu(const struct line *l, long i)
{
    const double v = product(l, i, at16) + at16(i % l->n);
    return v / (1 + exp(-2 * sqrt(2 / acos(-1)) * (v + 0.044715 * v * v * v)));
}

// For the last query, which sees all keys. Query, keys and values are the same array, with heads of d.
static double attended(const struct line *l, long i, long d)
{
    const long head = (l->m - 1) * l->n * d, query = head + (l->n - 1) * d;
    double sum = 0, all = 0;
    for (long key = head; key <= query; key += d) {
        double score = 0;
        for (long c = 0; c < d; c++)
            score += at16(query + c) * at16(key + c);
        sum += exp(score / sqrt((double)d));
        all += exp(score / sqrt((double)d)) * at16(key + i % d);
    }
    return all / sum;
}

static double expect_attention(const struct line *l, long i) { return attended(l, i, D); }
static double expect_attention_64(const struct line *l, long i) { return attended(l, i, D / 2); }

#define GB(elements) (1e-9 * (elements) * 4)
#define COPIED .unit = "GB/s", .peer = "copy", .run_peer = copy, .peer_work = GB(2. * LONG)
#define FLOPS(n) (2e-12 * (n) * (n) * (n))
#define SOFTMAX(n)                                                                                                             \
    { "softmax", "softmax f32, rows of " #n, LONG / n, n, 1, run_softmax, GB(2. * LONG), COPIED, .expect = expect_softmax,     \
      .results = LONG, .bound = 1e-6 },                                                                                        \
    { "softmax", "softmax f32, 4 rows of " #n, LONG / n, n, 1, run_softmax_4, GB(2. * LONG), COPIED, .expect = expect_softmax, \
      .results = LONG, .bound = 1e-6 },
#define ATTENDED(part) (4e-12 * HEADS * LENGTH * LENGTH * D * (part))      // of the pairs of a query and a key
// x y or x y' of n x n elements, of which each may be off by `error` for each term of its sum.
#define PRODUCT(op, what, n, run, unit, expect, error, ...)                                                               \
    { op, what, n, n, n, run, FLOPS(1. * (n)), unit, expect, (long)(n) * (n), .bound = (error) * (n),                     \
      .peer_work = FLOPS(1. * (n)), __VA_ARGS__ },
#define BY(function, run) .peer = function, .run_peer = run
#define MATMUL_BF16(n, size, blocks, run)                                                                                 \
    PRODUCT("matmul_bf16", "matmul bf16 " size ", " blocks, n, run, "TFLOP/s", expect_matmul_bf16, 1e-6, BY("cublasGemmEx", cublas_bf16))
#define COLUMN_SUM_LINE(blocks, run)                                                                                     \
    { "column_sum", "column sum f32, " blocks, LONG / COLUMNS, COLUMNS, 1, run, GB(1. * LONG), COPIED,                     \
      .expect = expect_column_sum, .results = COLUMNS, .bound = 1e-7 * LONG / COLUMNS },

static const struct line lines[] = {
    { "add", "add f32", LONG, 1, 1, run_add, GB(3. * LONG), COPIED, .expect = expect_add, .results = LONG },
    ROW_LENGTHS(SOFTMAX)
    { "layer_norm", "layer norm f32, rows of 4096", LONG / NORM, NORM, 1, run_norm, GB(2. * LONG), COPIED, .expect = expect_norm,
      .results = LONG, .bound = 1e-4 },
    { "rms_norm", "RMS norm bf16, rows of 4096", LONG16 / NORM, NORM, 1, run_rms_norm, GB(1. * LONG16), COPIED,
      .expect = expect_rms_norm, .results = LONG16, .type = BF16, .bound = 1e-5 },
    { "cumsum", "cumulative sum f32, rows of 2048", LONG / ROW, ROW, 1, run_cumsum, GB(2. * LONG), COPIED, .expect = expect_cumsum,
      .results = LONG, .bound = 1e-4 },
    COLUMN_SUM_LINE("64x128", run_column_sum)
    COLUMN_SUM_LINE("64x32", run_column_sum_narrow)
    { "sum", "sum f32", LONG, 1, 1, run_sum, GB(1. * LONG), COPIED, .expect = expect_sum, .results = 1, .bound = 1e-7 * LONG },
    { "transpose", "transpose f32", SQUARE, SQUARE, 1, run_transpose, GB(2. * SQUARE * SQUARE), COPIED, .expect = expect_transpose,
      .results = (long)SQUARE * SQUARE },
    PRODUCT("matmul", "matmul f32, 128x128x32", N, run_matmul, "TFLOP/s", expect_matmul, 1e-6, BY("cublasSgemm", cublas))
    MATMUL_BF16(N16, "8192", "128x128x64", run_matmul_bf16)
    MATMUL_BF16(N16, "8192", "128x256x64", run_matmul_bf16_wide)
    MATMUL_BF16(N, "4096", "128x256x64", run_matmul_bf16_wide)
    PRODUCT("matmul_gelu", "matmul bf16, bias and GELU", N16, run_matmul_gelu, "TFLOP/s", expect_matmul_gelu, 2e-6,
            BY("cublasLtMatmul", cublas_lt_gelu), .type = BF16)
    PRODUCT("matmul_f16_t", "matmul f16, x y'", N16, run_matmul_f16_t, "TFLOP/s", expect_matmul_f16_t, 1e-6,
            BY("cublasGemmEx", cublas_f16_t))
    PRODUCT("matmul_int8_t", "matmul int8, x y'", N16, run_matmul_int8_t, "TOP/s", expect_matmul_int8_t, 0,
            BY("cublasGemmEx", cublas_int8_t), .type = I32)
    PRODUCT("matmul_f8_t", "matmul f8e4m3, x y'", N16, run_matmul_f8_t, "TFLOP/s", expect_matmul_f8_t, 1e-4, BY(NULL, NULL))
    { "attention", "attention bf16, heads of 128", HEADS, LENGTH, false, run_attention, ATTENDED(1), "TFLOP/s",
      .expect = expect_attention, .results = (long)HEADS * LENGTH * D, .type = BF16, .bound = 1e-2 },
    { "attention", "attention bf16, causal", HEADS, LENGTH, true, run_attention, ATTENDED(0.5), "TFLOP/s",
      .expect = expect_attention, .results = (long)HEADS * LENGTH * D, .type = BF16, .bound = 1e-2 },
    { "attention_64", "attention bf16, heads of 64", 2 * HEADS, LENGTH, false, run_attention_64, ATTENDED(1), "TFLOP/s",
      .expect = expect_attention_64, .results = (long)HEADS * LENGTH * D, .type = BF16, .bound = 1e-2 },
    { "tiny", "add of 4096: a call", 4096, 1, 1, run_add, 0, "", .expect = expect_add, .results = 4096 },
};
enum { LINES = sizeof lines / sizeof *lines };

// ---- The clock ----

enum { SAMPLES = 101 };

// Returns the time of a call in a sample of several, ours or the peer's; 0 if one failed.
static double sample(const struct line *l, bool ours, int calls)
{
    const double start = bench_wall_clock();
    bool done = true;
    for (int i = 0; i < calls && done; i++)
        done = ours ? l->run(l) == 0 : l->run_peer(l);
    return done && !pl_sync() ? (bench_wall_clock() - start) / calls : 0;
}

// Returns the number of calls that take at least 5 ms.
static int calls_of_sample(const struct line *l, bool ours)
{
    int calls = 1;
    sample(l, ours, calls);
    for (double took; calls < 1000 && (took = sample(l, ours, calls)) > 0 && took * calls < 5e-3;)
        calls *= 2;
    return calls;
}

// ---- A line of the table ----

struct rate {
    char name[64];
    double rate;                                // 0: there is none
};

// Replaces best by a faster peer of this line in the file that BENCH_PEERS names, whose lines are LINE|PEER|MILLISECONDS.
static void read_peers(const struct line *l, struct rate *best)
{
    const char *path = getenv("BENCH_PEERS");
    FILE *file = path ? fopen(path, "r") : NULL;
    char text[300], what[64], name[64];
    double ms;
    while (file && fgets(text, sizeof text, file))
        if (sscanf(text, "%63[^|]|%63[^|]|%lf", what, name, &ms) == 3 && strcmp(what, l->what) == 0 && ms > 0 &&
            l->work / (ms * 1e-3) > best->rate) {
            snprintf(best->name, sizeof best->name, "%s", name);
            best->rate = l->work / (ms * 1e-3);
        }
    if (file)
        fclose(file);
}

enum { CHECKED = 8 };

static int checked(const struct line *l) { return l->results < CHECKED ? (int)l->results : CHECKED; }

// Downloads the last elements of the result; returns 0, or a code.
static int last_results(const struct line *l, double seen[CHECKED])
{
    const int count = checked(l);
    const long from = l->results - count;
    float wide[CHECKED];
    pl_bf16 narrow[CHECKED];
    int32_t whole[CHECKED];
    const int code = l->type == BF16 ? pl_download(narrow, z16 + from, (size_t)count * sizeof *narrow)
        : l->type == I32             ? pl_download(whole, (int32_t *)z + from, (size_t)count * sizeof *whole)
                                     : pl_download(wide, z + from, (size_t)count * sizeof *wide);
    for (int i = 0; i < count && !code; i++)
        seen[i] = l->type == BF16 ? (double)pl_to_f32(narrow[i]) : l->type == I32 ? whole[i] : (double)wide[i];
    return code;
}

// Returns the largest error of the last elements of the result; NAN if the call failed. bf16 has 8 bits, so the nearest number is
// within a part in 256, which is no error.
static double error_of(const struct line *l)
{
    double seen[CHECKED], most = 0;
    if (l->run(l) || last_results(l, seen))
        return NAN;
    for (int i = 0; i < checked(l); i++) {
        const double expected = l->expect(l, l->results - checked(l) + i);
        const double error = fabs(seen[i] - expected) - (l->type == BF16 ? fabs(expected) / 256 : 0);
        most = error > most || error != error ? error : most;
    }
    return most;
}

// Prints why the last call failed: the first line of its message. Returns false.
static bool failed(const struct line *l)
{
    const char *why = pl_error()[0] ? pl_error() : "the peer returned an error";
    printf("%-32s failed: %.*s\n", l->what, (int)strcspn(why, "\n"), why);
    fflush(stdout);
    return false;
}

// Prints the line; returns whether it is right.
static bool measure(const struct line *l)
{
    static double ours[SAMPLES], theirs[SAMPLES];
    const double error = error_of(l);
    if (error != error)
        return failed(l);
    const bool has_peer = l->peer && (peer_has_blas() || l->run_peer == copy);
    const int calls = calls_of_sample(l, true), peer_calls = has_peer ? calls_of_sample(l, false) : 0;
    int samples = 0;
    for (double start = bench_wall_clock(); samples < SAMPLES && (samples < 3 || bench_wall_clock() - start < bench_budget()); samples++) {
        theirs[samples] = has_peer ? sample(l, false, peer_calls) : 0;
        ours[samples] = sample(l, true, calls);
        if (ours[samples] == 0)
            return failed(l);
    }
    const double seconds = bench_median(ours, samples), rate = l->work / seconds;
    struct rate best = { "", 0 };
    if (has_peer && bench_median(theirs, samples) > 0)
        best = (struct rate){ .rate = l->peer_work / bench_median(theirs, samples) };
    if (best.rate > 0)
        snprintf(best.name, sizeof best.name, "%s", l->peer);
    read_peers(l, &best);
    printf("%-32s %9.4f", l->what, seconds * 1e3);
    if (l->work > 0)
        printf(" %9.1f %-8s", rate, l->unit);
    else
        printf(" %9s %-8s", "", "");
    if (best.rate > 0)
        printf("  %-24s %9.1f %6.2f", best.name, best.rate, rate / best.rate);
    else
        printf("  %-24s %9s %6s", "", "", "");
    printf("  %s\n", error <= l->bound ? "ok" : "WRONG");
    fflush(stdout);
    return error <= l->bound;
}

int main(int argc, char **argv)
{
    const char *only = getenv("BENCH_ONLY");
    bool right = true;
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < LINES; i++)
            printf("%s|%s|%ld|%ld|%ld\n", lines[i].op, lines[i].what, lines[i].m, lines[i].n, lines[i].k);
        return 0;
    }
    if (!only || (argc > 1 && strcmp(argv[1], "--head") == 0))
        printf("%-32s %9s %9s %-8s  %-24s %9s %6s\n", "", "ms", "rate", "", "best peer", "its rate", "ours");
    if (argc > 1)
        return 0;
    make_arrays();
    for (int i = 0; i < LINES; i++)
        if (!only || strcmp(only, lines[i].op) == 0)
            right = measure(&lines[i]) && right;
    return !right;
}
