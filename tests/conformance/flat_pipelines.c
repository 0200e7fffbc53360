// flat_pipelines.c -- kernels that only run a PL_PIPELINE: without asynchronous copies, its axes are axes of the call.

#include <math.h>
#include <pallas.h>
#include "../test.h"

static void count_up(int32_t *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 11 - 5;
}

// ---- Tiles of a product that programs share, by rows and columns or in groups of rows -------------------------------

enum { BM = 16, BN = 32, BK = 32, GROUP = 3, MOST = 3 * BM + 5, MOST_K = 2 * BK + 3 };

PL_KERNEL(step_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(tiles_kernel,
          PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    const long p = PL_PROGRAM_ID(0), programs = PL_NUM_PROGRAMS(0);
    long tiles = PL_CDIV(m, BM) * PL_CDIV(n, BN);
    PL_LOOP (t, p, tiles, programs) {
        long row = t / PL_CDIV(n, BN), col = t % PL_CDIV(n, BN);
        PL_PIPELINE(step_kernel,
                    PL_GRID((l, PL_CDIV(k, BK))),
                    PL_IN   (x, PL_BLOCKSPEC((BM, BK), (row, l), PL_EDGE(0))),
                    PL_IN   (y, PL_BLOCKSPEC((BK, BN), (l, col), PL_EDGE(0))),
                    PL_INOUT(z, PL_BLOCKSPEC((BM, BN), (row, col), PL_INIT(0, l == 0))));
    }
}

#define CALL_TILES(name_, kernel_)                                                                        \
    PL_CALL(name_, kernel_,                                                                               \
            PL_SIZES(programs), PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),               \
            PL_GRID(PL_PARALLEL(p, programs)),                                                            \
            PL_IN   (float, x, (m, k), PL_ANY),                                                           \
            PL_IN   (float, y, (k, n), PL_ANY),                                                           \
            PL_INOUT(float, z, (m, n), PL_ANY))
CALL_TILES(tiles_of_programs, tiles_kernel)

PL_KERNEL(grouped_kernel,
          PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    const long rows = PL_CDIV(PL_DIM(z, 0), BM), cols = PL_CDIV(PL_DIM(z, 1), BN);
    PL_LOOP (t, PL_PROGRAM_ID(0), rows * cols, PL_NUM_PROGRAMS(0)) {
        const long top = t / (GROUP * cols) * GROUP, high = rows - top < GROUP ? rows - top : GROUP;
        const long row = top + t % (GROUP * cols) % high, col = t % (GROUP * cols) / high;
        PL_PIPELINE(step_kernel,
                    PL_GRID((k, PL_CDIV(PL_DIM(x, 1), BK))),
                    PL_IN   (x, PL_BLOCKSPEC((BM, BK), (row, k), PL_EDGE(0))),
                    PL_IN   (y, PL_BLOCKSPEC((BK, BN), (k, col), PL_EDGE(0))),
                    PL_INOUT(z, PL_BLOCKSPEC((BM, BN), (row, col), PL_INIT(0, k == 0))));
    }
}

CALL_TILES(grouped_tiles, grouped_kernel)

static float x[MOST * MOST_K], y[MOST_K * MOST], z[MOST * MOST];

// Sums of small integers are exact in any order.
static void fill_operands(void)
{
    for (int i = 0; i < MOST * MOST_K; i++)
        x[i] = (float)(i % 7 - 3), y[i] = (float)(i % 5 - 2);
    for (int i = 0; i < MOST * MOST; i++)
        z[i] = 1000;
}

// Without steps or programs, z keeps its elements.
static void check_product(long m, long n, long k, bool runs)
{
    int wrong = 0;
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = runs ? 0 : 1000;
            for (long l = 0; l < k && runs; l++)
                sum += x[r * k + l] * y[l * n + c];
            wrong += z[r * n + c] != sum;
        }
    EXPECT(wrong == 0);
    EXPECT(m * n == MOST * MOST || z[m * n] == 1000);
}

typedef int Product(long programs, int64_t m, int64_t n, int64_t k, const float *x, const float *y, float *z);

static void try_products(Product *product)
{
    static const long sizes[][4] = {    // programs, m, n, k
        { 4, MOST, MOST, MOST_K }, { 1, MOST, MOST, MOST_K }, { 99, 2 * BM, 2 * BN - 1, BK }, { 3, 1, 1, 1 }, { 2, 7, 40, 0 }, { 0, BM, BN, BK },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const long *s = sizes[i];
        fill_operands();
        EXPECT(product(s[0], s[1], s[2], s[3], x, y, z) == 0);
        check_product(s[1], s[2], s[3], s[0] && s[3]);
    }
}

TEST(tiles_by_rows_and_columns) { try_products(tiles_of_programs); }
TEST(tiles_in_groups) { try_products(grouped_tiles); }

// ---- The same for tensor cores --------------------------------------------------------------------------------------

enum { TM = 128, TN = 128, TK = 64 };

PL_KERNEL(wide_step_kernel, PL_REF(const pl_bf16, x, TM, TK), PL_REF(const pl_bf16, y, TK, TN), PL_REF(float, z, TM, TN))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(wide_kernel, PL_ANY_REF(const pl_bf16, x, 2), PL_ANY_REF(const pl_bf16, y, 2), PL_ANY_REF(float, z, 2))
{
    const long cols = PL_CDIV(PL_DIM(z, 1), TN);
    PL_LOOP (t, PL_PROGRAM_ID(0), PL_CDIV(PL_DIM(z, 0), TM) * cols, PL_NUM_PROGRAMS(0))
        PL_PIPELINE(wide_step_kernel,
                    PL_GRID((l, PL_CDIV(PL_DIM(x, 1), TK))),
                    PL_IN   (x, PL_BLOCKSPEC((TM, TK), (t / cols, l), PL_EDGE(0))),
                    PL_IN   (y, PL_BLOCKSPEC((TK, TN), (l, t % cols), PL_EDGE(0))),
                    PL_INOUT(z, PL_BLOCKSPEC((TM, TN), (t / cols, t % cols), PL_INIT(0, l == 0))));
}

PL_CALL(wide_tiles, wide_kernel,
        PL_SIZES(programs, m, n, k), PL_GRID((p, programs)),
        PL_IN (pl_bf16, x, (m, k), PL_ANY),
        PL_IN (pl_bf16, y, (k, n), PL_ANY),
        PL_OUT(float, z, (m, n), PL_ANY))

TEST(tiles_for_tensor_cores)
{
    enum { M = TM + 8, N = TN + 16, K = 2 * TK + 8 };
    static pl_bf16 a[M * K], b[K * N];
    static float c[M * N];
    int wrong = 0;
    for (int i = 0; i < M * K; i++)
        a[i] = pl_to_bf16((float)(i % 7 - 3));
    for (int i = 0; i < K * N; i++)
        b[i] = pl_to_bf16((float)(i % 5 - 2));
    EXPECT(wide_tiles(2, M, N, K, a, b, c) == 0);
    for (int r = 0; r < M; r++)
        for (int q = 0; q < N; q++) {
            float sum = 0;
            for (int l = 0; l < K; l++)
                sum += pl_to_f32(a[r * K + l]) * pl_to_f32(b[l * N + q]);
            wrong += c[r * N + q] != sum;
        }
    EXPECT(wrong == 0);
}

// ---- Arguments of the pipeline's kernel: scalars, scratch, blocks of the call; names that both kernels have ---------

enum { B = 4 };

PL_KERNEL(weigh_kernel, PL_REF(const int32_t, x, B), PL_SCALAR(int32_t, by), PL_REF(int32_t, seen, B), PL_REF(int32_t, all, 1), PL_REF(int32_t, o, B))
{
    int32_t m = (int32_t)PL_PROGRAM_ID(0), count = (int32_t)PL_NUM_PROGRAMS(0);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(seen, 0);
    PL_EACH ((c, B))
        seen[c] += by * x[c];
    PL_EACH ((c, B))
        o[c] = PL_INSIDE(x, c) ? seen[c] + 100 * m : 7;
    PL_REDUCE (all[0], PL_ADD, (c, B), (int32_t)PL_AXIS(g) + count);
}

PL_KERNEL(weights_kernel, PL_SCALAR(int32_t, m), PL_SCALAR(long, first), PL_ANY_REF(const int32_t, x, 2), PL_REF(int32_t, all, 1), PL_ANY_REF(int32_t, o, 2))
{
    const long h = PL_PROGRAM_ID(0);
    PL_LOOP (g, first, 2)
        PL_PIPELINE(weigh_kernel, PL_GRID((g, PL_CDIV(PL_DIM(x, 1), B))),
                    PL_IN (PL_AT(x, h), PL_BLOCKSPEC((B), (g), PL_EDGE(0))), PL_SCALAR(int32_t, 10 * m + (int32_t)h), PL_SCRATCH(int32_t, (B)),
                    PL_PASS(all), PL_OUT(PL_AT(o, h), PL_BLOCKSPEC((B), (g))));
}

PL_CALL(weights, weights_kernel,
        PL_SIZES(heads, n), PL_SCALAR(int32_t, m), PL_SCALAR(long, first), PL_GRID((h, heads)),
        PL_IN(int32_t, x, (heads, n), PL_ANY), PL_INOUT(int32_t, all, (heads), PL_BLOCKSPEC((1), (h))), PL_OUT(int32_t, o, (heads, n), PL_ANY))

TEST(scalars_scratch_and_blocks)
{
    enum { HEADS = 3, N = 10 };
    int32_t in[HEADS * N], all[HEADS] = { 1, 2, 3 }, o[HEADS * N];
    count_up(in, HEADS * N);
    EXPECT(weights(HEADS, N, 2, 0, in, all, o) == 0);
    EXPECT_INTS(all, HEADS, 1 + 2 * 4 * 12, 2 + 2 * 4 * 12, 3 + 2 * 4 * 12);
    for (int h = 0; h < HEADS; h++)
        for (int c = 0; c < N; c++) {
            int32_t seen = 0;
            for (int at = c % B; at <= c; at += B)
                seen += (20 + h) * in[h * N + at];
            EXPECT(o[h * N + c] == seen + 100 * (c / B));
        }
}

// ---- A window of a table's rows, and blocks that overlap -------------------------------------------------------------

PL_KERNEL(smooth_kernel, PL_REF(const int32_t, x, B + 2), PL_REF(int32_t, o, B))
{
    PL_EACH ((c, B)) {
        int32_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (d, 3), PL_INSIDE(x, c + d) ? x[c + d] : 1000);
        o[c] = sum;
    }
}

PL_KERNEL(rows_kernel, PL_SMEM_REF(const int32_t, row_of, 3), PL_ANY_REF(const int32_t, x, 2), PL_ANY_REF(int32_t, o, 2))
{
    PL_PIPELINE(smooth_kernel, PL_GRID((r, 3), (i, PL_CDIV(PL_DIM(x, 1), B))),
                PL_IN (x, PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(B + 2, 1, B)), (row_of[r], i * B))),
                PL_OUT(o, PL_BLOCKSPEC((PL_NONE, B), (r, i))));
}

PL_CALL(smooth_rows, rows_kernel,
        PL_SIZES(n), PL_GRID(), PL_PREFETCH(int32_t, row_of, (3)),
        PL_IN(int32_t, x, (4, n), PL_ANY), PL_OUT(int32_t, o, (3, n), PL_ANY))

TEST(rows_of_a_table)
{
    enum { N = 6 };
    int32_t row_of[3] = { 3, 0, 3 }, in[4 * N], o[3 * N];
    count_up(in, 4 * N);
    EXPECT(smooth_rows(N, row_of, in, o) == 0);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < N; c++) {
            int32_t sum = 0;
            for (int at = c - 1; at <= c + 1; at++)
                sum += at >= 0 && at < N ? in[row_of[r] * N + at] : 1000;
            EXPECT(o[r * N + c] == sum);
        }
}

// ---- Statements before and after the pipeline: sums begin, and results leave -----------------------------------------

PL_KERNEL(relu_kernel,
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_REF(const float, bias, BN), PL_REF(float, z, BM, BN))
{
    const long i = PL_PROGRAM_ID(0), j = PL_AXIS(j);
    float most = (float)(i + j + 20);
    PL_SCOPED(float, acc, BM, BN);
    PL_FILL(acc, most);
    PL_PIPELINE(step_kernel,
                PL_GRID((l, PL_CDIV(PL_DIM(x, 1), BK))),
                PL_IN(x, PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
                PL_IN(y, PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
                PL_PASS(acc));
    float least = (float)-j;
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = PL_MAX(acc[r][c] + bias[c], least);
}

PL_CALL(biased_relu, relu_kernel,
        PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, k), PL_ANY),
        PL_IN (float, y, (k, n), PL_ANY),
        PL_IN (float, bias, (n), PL_BLOCKSPEC((BN), (j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(statements_around_it)
{
    static float bias[MOST];
    for (int i = 0; i < MOST; i++)
        bias[i] = (float)(i % 3);
    for (int k = 0; k <= MOST_K; k += MOST_K) {
        int wrong = 0;
        fill_operands();
        EXPECT(biased_relu(MOST, MOST, k, x, y, bias, z) == 0);
        for (int r = 0; r < MOST; r++)
            for (int c = 0; c < MOST; c++) {
                float sum = (float)(r / BM + c / BN + 20) + bias[c];
                for (int l = 0; l < k; l++)
                    sum += x[r * k + l] * y[l * MOST + c];
                wrong += z[r * MOST + c] != (sum > (float)(-c / BN) ? sum : (float)(-c / BN));
            }
        EXPECT(wrong == 0);
    }
}

PL_KERNEL(stored_kernel,
          PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    PL_LOOP (t, PL_PROGRAM_ID(0), PL_CDIV(m, BM) * PL_CDIV(n, BN), PL_NUM_PROGRAMS(0)) {
        long row = t / PL_CDIV(n, BN), col = t % PL_CDIV(n, BN);
        long rows = m - row * BM < BM ? m - row * BM : BM, cols = n - col * BN < BN ? n - col * BN : BN;
        PL_SCOPED(float, acc, BM, BN);
        PL_FILL(acc, 0);
        PL_PIPELINE(step_kernel,
                    PL_GRID((l, PL_CDIV(k, BK))),
                    PL_IN(x, PL_BLOCKSPEC((BM, BK), (row, l), PL_EDGE(0))),
                    PL_IN(y, PL_BLOCKSPEC((BK, BN), (l, col), PL_EDGE(0))),
                    PL_PASS(acc));
        PL_SYNC_COPY(PL_AT(acc, PL_DS(0, rows), PL_DS(0, cols)), PL_AT(z, PL_DS(row * BM, rows), PL_DS(col * BN, cols)));
    }
}

CALL_TILES(stored_tiles, stored_kernel)

TEST(tiles_that_a_copy_stores)
{
    fill_operands();
    EXPECT(stored_tiles(2, MOST, MOST, MOST_K, x, y, z) == 0);
    check_product(MOST, MOST, MOST_K, true);
    EXPECT(stored_tiles(2, MOST, MOST, 0, x, y, z) == 0);
    EXPECT(z[0] == 0 && z[MOST * MOST - 1] == 0);
}

// ---- Attention: two products in a step, and scores of rows that the kernel's tiles keep ------------------------------

enum { BQ = 64, KEYS = 64, D = 64 };

PL_KERNEL(keys_kernel,
          PL_SCALAR(bool, causal), PL_SCALAR(long, first_query),
          PL_REF(const pl_bf16, q, BQ, D), PL_REF(const pl_bf16, k, KEYS, D), PL_REF(const pl_bf16, v, KEYS, D),
          PL_REF(float, top, BQ), PL_REF(float, sum, BQ), PL_REF(float, acc, BQ, D))
{
    const long first_key = PL_AXIS(j) * KEYS;
    PL_WHEN (!causal || first_key < first_query + BQ) {
        PL_TILE(float, p, BQ, KEYS);
        PL_TILE(pl_bf16, w, BQ, KEYS);
        PL_FILL(p, 0);
        PL_DOT(p, q, PL_T(k));
        PL_EACH ((r, BQ), (c, KEYS)) {
            const bool seen = PL_INSIDE(k, c, 0) && (!causal || first_key + c <= first_query + r);
            p[r][c] = seen ? p[r][c] / 8 : -INFINITY;
        }
        PL_EACH ((r, BQ)) {
            float peak = top[r], total = 0;
            PL_REDUCE (peak, PL_MAX, (c, KEYS), p[r][c]);
            PL_EACH ((c, KEYS)) {
                p[r][c] = expf(p[r][c] - peak);
                w[r][c] = pl_to_bf16(p[r][c]);
            }
            PL_REDUCE (total, PL_ADD, (c, KEYS), p[r][c]);
            const float shrink = expf(top[r] - peak);
            PL_EACH ((c, D))
                acc[r][c] *= shrink;
            sum[r] = sum[r] * shrink + total;
            top[r] = peak;
        }
        PL_DOT(acc, w, v);
    }
}

PL_KERNEL(attention_kernel,
          PL_SCALAR(bool, causal), PL_REF(const pl_bf16, q, BQ, D),
          PL_ANY_REF(const pl_bf16, k, 3), PL_ANY_REF(const pl_bf16, v, 3), PL_REF(pl_bf16, o, BQ, D))
{
    const long h = PL_AXIS(h);
    PL_SCOPED(float, top, BQ);
    PL_SCOPED(float, sum, BQ);
    PL_SCOPED(float, acc, BQ, D);
    PL_FILL(top, -INFINITY);
    PL_FILL(sum, 0);
    PL_FILL(acc, 0);
    PL_PIPELINE(keys_kernel, PL_GRID((j, PL_CDIV(PL_DIM(k, 1), KEYS))),
                PL_SCALAR(bool, causal), PL_SCALAR(long, PL_AXIS(i) * BQ), PL_PASS(q),
                PL_IN(PL_AT(k, h), PL_BLOCKSPEC((KEYS, D), (j, 0))), PL_IN(PL_AT(v, h), PL_BLOCKSPEC((KEYS, D), (j, 0), PL_EDGE(0))),
                PL_PASS(top), PL_PASS(sum), PL_PASS(acc));
    PL_EACH ((r, BQ), (c, D))
        o[r][c] = pl_to_bf16(acc[r][c] / sum[r]);
}

PL_CALL(attention, attention_kernel,
        PL_SIZES(heads, length), PL_SCALAR(bool, causal),
        PL_GRID((h, heads), (i, PL_CDIV(length, BQ))),
        PL_IN (pl_bf16, q, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),
        PL_IN (pl_bf16, k, (heads, length, D), PL_ANY),
        PL_IN (pl_bf16, v, (heads, length, D), PL_ANY),
        PL_OUT(pl_bf16, o, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))))

// The largest difference from weights that are not rounded, for all queries of a head.
static double attention_error(const pl_bf16 *q, const pl_bf16 *k, const pl_bf16 *v, const pl_bf16 *o, int length, bool causal)
{
    double worst = 0;
    for (int i = 0; i < length; i++) {
        double out[D] = { 0 }, sum = 0;
        for (int j = 0; j < (causal ? i + 1 : length); j++) {
            double score = 0;
            for (int d = 0; d < D; d++)
                score += pl_to_f32(q[i * D + d]) * pl_to_f32(k[j * D + d]) / 8;
            sum += exp(score);
            for (int d = 0; d < D; d++)
                out[d] += exp(score) * pl_to_f32(v[j * D + d]);
        }
        for (int d = 0; d < D; d++)
            worst = fmax(worst, fabs(out[d] / sum - pl_to_f32(o[i * D + d])));
    }
    return worst;
}

TEST(attention_by_a_pipeline)
{
    enum { HEADS = 2, LENGTH = 150, SIZE = HEADS * LENGTH * D };
    static pl_bf16 q[SIZE], k[SIZE], v[SIZE], o[SIZE];
    for (int i = 0; i < SIZE; i++)
        q[i] = pl_to_bf16((float)(i % 13 - 6) / 8), k[i] = pl_to_bf16((float)(i % 7 - 3) / 4), v[i] = pl_to_bf16((float)(i % 9 - 4) / 4);
    for (int causal = 0; causal < 2; causal++) {
        EXPECT(attention(HEADS, LENGTH, causal, q, k, v, o) == 0);
        // A weight and a result, at most 1 in size, are rounded to bf16 once each: 2^-9; all else is at most 64 roundings of floats.
        for (int h = 0; h < SIZE; h += LENGTH * D)
            EXPECT(attention_error(q + h, k + h, v + h, o + h, LENGTH, causal) < 1.0 / 256 + 1e-4);
    }
}

// ---- Iterations of one program that share a block, program ids in maps, and tiles of three indices -------------------

PL_KERNEL(twice_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = 2 * z[c] + x[c];
}

// With as many programs as columns, or one, only one program writes a block of z; it does so in each of its iterations.
PL_KERNEL(columns_kernel, PL_ANY_REF(const int32_t, x, 2), PL_ANY_REF(int32_t, z, 1))
{
    const long columns = PL_DIM(x, 1) / B;
    PL_LOOP (t, PL_PROGRAM_ID(0), PL_DIM(x, 0) * columns, PL_NUM_PROGRAMS(0))
        PL_PIPELINE(twice_kernel, PL_GRID((k, 1)),
                    PL_IN(x, PL_BLOCKSPEC((PL_NONE, B), (t / columns, t % columns))), PL_INOUT(z, PL_BLOCKSPEC((B), (t % columns))));
}

PL_CALL(columns, columns_kernel, PL_SIZES(programs, m, n), PL_GRID(PL_PARALLEL(p, programs)),
        PL_IN(int32_t, x, (m, n), PL_ANY), PL_INOUT(int32_t, z, (n), PL_ANY))

TEST(blocks_of_one_program)
{
    enum { ROWS = 5, COLUMNS = 3, N = COLUMNS * B };
    int32_t in[ROWS * N];
    count_up(in, ROWS * N);
    for (int programs = 1; programs <= COLUMNS; programs += COLUMNS - 1) {
        int32_t out[N] = { 0 };
        EXPECT(columns(programs, ROWS, N, in, out) == 0);
        for (int c = 0; c < N; c++) {
            int32_t sum = 0;
            for (int r = 0; r < ROWS; r++)
                sum = 2 * sum + in[r * N + c];
            EXPECT(out[c] == sum);
        }
    }
}

PL_KERNEL(marked_kernel, PL_SCALAR(int32_t, by), PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[c] + 100 * by + 1000 * (int32_t)PL_PROGRAM_ID(0);
}

// In extents, views, scalars and maps, program ids are those of this kernel; in the other kernel, of the pipeline.
PL_KERNEL(ids_kernel, PL_ANY_REF(const int32_t, x, 2), PL_ANY_REF(int32_t, z, 2))
{
    PL_PIPELINE(marked_kernel, PL_GRID((l, PL_NUM_PROGRAMS(0) - 1)), PL_SCALAR(int32_t, (int32_t)PL_AXIS(i)),
                PL_IN(x, PL_BLOCKSPEC((PL_NONE, B), (PL_PROGRAM_ID(0), l))), PL_OUT(PL_AT(z, PL_PROGRAM_ID(0)), PL_BLOCKSPEC((B), (l))));
}

PL_CALL(ids, ids_kernel, PL_SIZES(m), PL_GRID((i, m)), PL_IN(int32_t, x, (m, 2 * B), PL_ANY), PL_OUT(int32_t, z, (m, 2 * B), PL_ANY))

TEST(ids_in_maps)
{
    int32_t in[3 * 2 * B], out[3 * 2 * B];
    count_up(in, 3 * 2 * B);
    EXPECT(ids(3, in, out) == 0);
    for (int i = 0; i < 3 * 2 * B; i++)
        EXPECT(out[i] == in[i] + 100 * (i / (2 * B)) + 1000 * (i / B % 2));
}

PL_KERNEL(numbered_kernel, PL_SCALAR(int, m), PL_SCALAR(int, n), PL_ANY_REF(const int32_t, x, 3), PL_ANY_REF(int32_t, z, 3))
{
    const int columns = (n + B - 1) / B;
    PL_LOOP (t, PL_PROGRAM_ID(0), PL_DIM(x, 0) * m * columns, PL_NUM_PROGRAMS(0)) {
        const int head = (int)t / (m * columns), rest = (int)t % (m * columns), row = rest / columns, column = rest - row * columns;
        PL_PIPELINE(marked_kernel, PL_GRID((k, 1)), PL_SCALAR(int32_t, (int32_t)t),
                    PL_IN (x, PL_BLOCKSPEC((PL_NONE, PL_NONE, B), (head, row, column), PL_EDGE(0))),
                    PL_OUT(z, PL_BLOCKSPEC((PL_NONE, PL_NONE, B), (head, row, column))));
    }
}

PL_CALL(numbered, numbered_kernel, PL_SIZES(programs, heads), PL_SCALAR(int, m), PL_SCALAR(int, n), PL_GRID((p, programs)),
        PL_IN(int32_t, x, (heads, m, n), PL_ANY), PL_OUT(int32_t, z, (heads, m, n), PL_ANY))

TEST(tiles_of_three_indices)
{
    enum { HEADS = 2, M = 3, N = 10, SIZE = HEADS * M * N };
    int32_t in[SIZE], out[SIZE];
    count_up(in, SIZE);
    EXPECT(numbered(4, HEADS, M, N, in, out) == 0);
    for (int i = 0; i < SIZE; i++)
        EXPECT(out[i] == in[i] + 100 * (i / N * 3 + i % N / B));
}

int main(void)
{
    RUN(tiles_by_rows_and_columns);
    RUN(tiles_in_groups);
    RUN(tiles_for_tensor_cores);
    RUN(scalars_scratch_and_blocks);
    RUN(rows_of_a_table);
    RUN(statements_around_it);
    RUN(tiles_that_a_copy_stores);
    RUN(attention_by_a_pipeline);
    RUN(blocks_of_one_program);
    RUN(ids_in_maps);
    RUN(tiles_of_three_indices);
    return test_end();
}
