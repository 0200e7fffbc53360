// reductions.c -- PL_REDUCTION axes: what their steps accumulate, what the block begins with, and what is done with the result.
// On targets that divide the steps, every call has parts; sums of whole numbers are exact in any order.

#include <pallas.h>
#include <math.h>
#include <stdint.h>
#include "../test.h"

enum { R = 4, C = 8, STEPS = 13 };

static float number(long a, long b)
{
    return (float)((a * 5 + b * 7) % 9 - 4);
}

// ---- Each operator, from 3 on ---------------------------------------------------------------------------------------

#define EACH_STEP(name, T, first, statement)                                                                \
    PL_KERNEL(name##_kernel, PL_REF(const T, x, R, C), PL_REF(T, z, R, C))                                  \
    {                                                                                                       \
        PL_WHEN (PL_PROGRAM_ID(0) == 0)                                                                     \
            PL_FILL(z, first);                                                                              \
        PL_EACH ((r, R), (c, C))                                                                            \
            statement;                                                                                      \
    }                                                                                                       \
    PL_CALL(name, name##_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, n)),                                  \
            PL_IN(T, x, (n, R, C), PL_BLOCKSPEC((PL_NONE, R, C), (l, 0, 0))), PL_OUT(T, z, (R, C), PL_WHOLE))

EACH_STEP(sums, float, 3, z[r][c] += x[r][c])
EACH_STEP(differences, float, 3, z[r][c] -= x[r][c])
EACH_STEP(products, float, 3, z[r][c] = x[r][c] * z[r][c])
EACH_STEP(largest, float, 3, z[r][c] = PL_MAX(z[r][c], x[r][c]))
EACH_STEP(smallest, float, 3, z[r][c] = PL_MIN(x[r][c], z[r][c]))
EACH_STEP(sums_of_ints, int32_t, 3, z[r][c] = z[r][c] + x[r][c])
EACH_STEP(wrapping, uint8_t, 3, z[r][c] += x[r][c])
EACH_STEP(largest_int, int32_t, 3, z[r][c] = PL_MAX(z[r][c], x[r][c]))
EACH_STEP(smallest_int, uint32_t, 3, z[r][c] = PL_MIN(z[r][c], x[r][c]))
EACH_STEP(all_bits, uint32_t, 3, z[r][c] &= x[r][c])
EACH_STEP(any_bits, int64_t, 3, z[r][c] |= x[r][c])
EACH_STEP(odd_bits, uint16_t, 3, z[r][c] ^= x[r][c])

#define EXPECT_EACH_STEP(name, T, make, combine)                                                            \
    do {                                                                                                    \
        static T x[STEPS][R * C], z[R * C];                                                                 \
        for (long l = 0; l < STEPS; l++)                                                                    \
            for (long i = 0; i < R * C; i++)                                                                \
                x[l][i] = (T)(make);                                                                        \
        EXPECT(name(STEPS, *x, z) == 0);                                                                    \
        for (long i = 0; i < R * C; i++) {                                                                  \
            T wanted = 3;                                                                                   \
            for (long l = 0; l < STEPS; l++) {                                                              \
                T v = x[l][i];                                                                              \
                wanted = (T)(combine);                                                                      \
            }                                                                                               \
            test_equal_(#name, i, (double)z[i], (double)wanted, __FILE__, __LINE__);                        \
        }                                                                                                   \
    } while (0)

TEST(operators_on_floats)
{
    EXPECT_EACH_STEP(sums, float, number(l, i), wanted + v);
    EXPECT_EACH_STEP(differences, float, number(l, i), wanted - v);
    EXPECT_EACH_STEP(products, float, (l + i) % 3 == 0 ? 2 : -1, wanted * v);
    EXPECT_EACH_STEP(largest, float, number(l, i), v > wanted ? v : wanted);
    EXPECT_EACH_STEP(smallest, float, number(l, i), v < wanted ? v : wanted);
}

TEST(operators_on_integers)
{
    EXPECT_EACH_STEP(sums_of_ints, int32_t, number(l, i) * 1000003, wanted + v);
    EXPECT_EACH_STEP(wrapping, uint8_t, 37 * l + i, wanted + v);
    EXPECT_EACH_STEP(largest_int, int32_t, number(l, i) - 2 * (i % 5), v > wanted ? v : wanted);
    EXPECT_EACH_STEP(smallest_int, uint32_t, 3000000000u + 77 * l - i, v < wanted ? v : wanted);
    EXPECT_EACH_STEP(all_bits, uint32_t, 0xffffffffu ^ (l == i % 17 ? 2u : 0u), wanted & v);
    EXPECT_EACH_STEP(any_bits, int64_t, (int64_t)1 << (i + l) % 50, wanted | v);
    EXPECT_EACH_STEP(odd_bits, uint16_t, 257 * l * (i + 1), wanted ^ v);
}

// ---- Sums of whole blocks, with an end that hangs over ---------------------------------------------------------------

enum { B = 64 };

PL_KERNEL(total_kernel, PL_SCALAR(long, n), PL_REF(const float, x, B), PL_REF(float, z, 1))
{
    long valid = n - PL_AXIS(l) * B;
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    PL_REDUCE (z[0], PL_ADD, (c, B), c < valid ? x[c] : 0);
}

PL_CALL(total, total_kernel, PL_SCALAR(long, n), PL_GRID(PL_REDUCTION(l, PL_CDIV(n, B))),
        PL_IN(float, x, (n), PL_BLOCKSPEC((B), (l))), PL_OUT(float, z, (1), PL_WHOLE))

// The error of a sum of n floats, in any order, is at most n · 2^-24 · the sum of their magnitudes, to first order.
static void expect_total(long n)
{
    float *x = malloc((size_t)n * sizeof *x), z = -1;
    double wanted = 0, magnitude = 0;
    for (long i = 0; i < n; i++) {
        x[i] = (float)((double)(i * 7919 % 10007) / 10007 - 0.375);
        wanted += x[i];
        magnitude += fabs((double)x[i]);
    }
    EXPECT(total(n, x, &z) == 0);
    EXPECT(fabs(z - wanted) <= (double)n * 0x1p-23 * magnitude);
    free(x);
}

TEST(sums_of_arrays)
{
    expect_total(1);
    expect_total(B);
    expect_total(5 * B + 3);
    expect_total(100003);
}

#ifndef LONGEST
#define LONGEST (1L << 20)
#endif

TEST(sum_of_a_million_floats)
{
    expect_total(LONGEST);
}

// ---- Columns: two outputs, a parallel axis, scratch, and what is done with the result -------------------------------

enum { CM = 8, CN = 32 };

PL_KERNEL(columns_kernel, PL_SCALAR(long, m), PL_REF(const float, x, CM, CN), PL_REF(float, mean, CN), PL_REF(float, most, CN),
          PL_REF(float, sum, CN))
{
    PL_WHEN (PL_FIRST(1)) {
        PL_FILL(sum, 0);
        PL_FILL(most, -1000);
    }
    PL_LOOP (r, 0, CM)
        PL_EACH ((c, CN)) {
            sum[c] += PL_INSIDE(x, r, c) ? x[r][c] : 0;
            if (PL_INSIDE(x, r, c))
                most[c] = PL_MAX(most[c], x[r][c]);
        }
    PL_WHEN (PL_LAST(1))
        PL_EACH ((c, CN))
            mean[c] = sum[c] / (float)m;
}

PL_CALL(columns, columns_kernel, PL_SIZES(n), PL_SCALAR(long, m),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(n, CN)), PL_REDUCTION(l, PL_CDIV(m, CM))),
        PL_IN(float, x, (m, n), PL_BLOCKSPEC((CM, CN), (l, j))),
        PL_OUT(float, mean, (n), PL_BLOCKSPEC((CN), (j))), PL_OUT(float, most, (n), PL_BLOCKSPEC((CN), (j))),
        PL_SCRATCH(float, (CN)))

TEST(means_and_maxima_of_columns)
{
    enum { M = 128 + 5, N = 3 * CN - 7 };
    static float x[M * N], mean[N], most[N];
    int wrong = 0;
    for (long i = 0; i < M * N; i++)
        x[i] = number(i / N, i % N * 3 + i / 77);
    EXPECT(columns(N, M, x, mean, most) == 0);
    for (long c = 0; c < N; c++) {
        float sum = 0, top = -1000;
        for (long r = 0; r < M; r++) {
            sum += x[r * N + c];
            top = x[r * N + c] > top ? x[r * N + c] : top;
        }
        wrong += mean[c] != sum / (float)M || most[c] != top;
    }
    EXPECT(wrong == 0);
}

// ---- Products whose depth is divided --------------------------------------------------------------------------------

enum { BM = 16, BN = 16, BK = 8 };

PL_KERNEL(product_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(const float, bias, BN),
          PL_REF(pl_bf16, z, BM, BN), PL_REF(float, acc, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(acc, 3);
    PL_DOT(acc, x, y);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = pl_to_bf16(acc[r][c] + bias[c]);
}

PL_CALL(product, product_kernel, PL_SIZES(b, m, n, k), PL_BATCH(h, b, x, y, z),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), PL_REDUCTION(l, PL_CDIV(k, BK))),
        PL_IN(float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN(float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN(float, bias, (n), PL_BLOCKSPEC((BN), (j))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))), PL_SCRATCH(float, (BM, BN)))

PL_KERNEL(onto_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_DOT(z, x, y);
}

PL_CALL(onto, onto_kernel, PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), PL_REDUCTION(l, PL_CDIV(k, BK))),
        PL_IN(float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN(float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_INOUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

enum { H = 2, M = 20, N = 25, K = 50 };
static float from_x[H * M * K], from_y[H * K * N], products_of[H * M * N];

static void fill_products(void)
{
    for (long i = 0; i < H * M * K; i++)
        from_x[i] = number(i / K, i % K);
    for (long i = 0; i < H * K * N; i++)
        from_y[i] = number(i % N, i / N + 2);
    for (long i = 0; i < H * M * N; i++) {
        long h = i / (M * N), r = i / N % M, c = i % N;
        products_of[i] = 0;
        for (long l = 0; l < K; l++)
            products_of[i] += from_x[(h * M + r) * K + l] * from_y[(h * K + l) * N + c];
    }
}

TEST(products_with_scratch)
{
    static float bias[N];
    static pl_bf16 z[H * M * N];
    int wrong = 0;
    fill_products();
    for (int c = 0; c < N; c++)
        bias[c] = (float)c;
    EXPECT(product(H, M, N, K, from_x, from_y, bias, z) == 0);
    for (long i = 0; i < H * M * N; i++)
        wrong += pl_to_f32(z[i]) != pl_to_f32(pl_to_bf16(3 + products_of[i] + bias[i % N]));
    EXPECT(wrong == 0);
}

TEST(products_onto_an_array)
{
    static float z[M * N];
    int wrong = 0;
    fill_products();
    for (int i = 0; i < M * N; i++)
        z[i] = (float)i;
    EXPECT(onto(M, N, K, from_x, from_y, z) == 0);
    for (long i = 0; i < M * N; i++)
        wrong += z[i] != (float)i + products_of[i];
    EXPECT(wrong == 0);
}

// ---- 16 bits: sums that a bf16 does not hold ------------------------------------------------------------------------

PL_KERNEL(narrow_kernel, PL_REF(const float, x, C), PL_REF(pl_bf16, z, C))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 3);
    PL_EACH ((c, C))
        z[c] = pl_to_bf16(pl_to_f32(z[c]) + x[c]);
}

PL_CALL(narrow, narrow_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, n)),
        PL_IN(float, x, (n, C), PL_BLOCKSPEC((PL_NONE, C), (l, 0))), PL_OUT(pl_bf16, z, (C), PL_WHOLE))

TEST(sums_in_16_bits)
{
    static float x[STEPS][C];
    static pl_bf16 z[C];
    for (long i = 0; i < STEPS * C; i++)
        x[i / C][i % C] = number(i / C, i % C);
    EXPECT(narrow(STEPS, *x, z) == 0);
    for (int c = 0; c < C; c++) {
        float wanted = 3;
        for (int l = 0; l < STEPS; l++)
            wanted += x[l][c];
        EXPECT(pl_to_f32(z[c]) == wanted);                              // of at most 6 bits: exact in any order
    }
}

// ---- Functions of one's own: the largest with its place, mean and variance, the logarithm of a sum of exponentials ---------

struct best { float value; int32_t at; };
struct moments { float count, mean, squares; };         // squares: the sum of those of the distances from the mean
struct exponentials { float top, sum; };                // sum: of e to the distances from the top

static struct best better(struct best a, struct best b)
{
    return b.value > a.value || (b.value == a.value && b.at < a.at) ? b : a;
}
PL_IDENTITY(better, (struct best){ -INFINITY, INT32_MAX })

static struct moments merged(struct moments a, struct moments b)
{
    float count = a.count + b.count, share = count > 0 ? b.count / count : 0, apart = b.mean - a.mean;
    return (struct moments){ count, a.mean + apart * share, a.squares + b.squares + apart * apart * a.count * share };
}
PL_IDENTITY(merged, (struct moments){ 0, 0, 0 })

static struct exponentials added(struct exponentials a, struct exponentials b)
{
    float top = a.top > b.top ? a.top : b.top;
    if (top == -INFINITY)
        return a;
    return (struct exponentials){ top, a.sum * expf(a.top - top) + b.sum * expf(b.top - top) };
}
PL_IDENTITY(added, (struct exponentials){ -INFINITY, 0 })

static float log_added(float a, float b)
{
    float top = a > b ? a : b;
    return top == -INFINITY ? top : top + logf(expf(a - top) + expf(b - top));
}
PL_IDENTITY(log_added, -INFINITY)

// best begins with a value that some columns exceed; the rest of the parts begin with the identity.
PL_KERNEL(statistics_kernel, PL_SCALAR(long, m), PL_REF(const float, x, CM, CN), PL_REF(struct best, best, CN),
          PL_REF(float, mean, CN), PL_REF(float, variance, CN), PL_REF(float, logarithm, CN), PL_REF(float, direct, CN),
          PL_REF(struct moments, sum, CN), PL_REF(struct exponentials, sums, CN))
{
    PL_WHEN (PL_FIRST(1)) {
        PL_FILL(best, ((struct best){ 3, -1 }));
        PL_FILL(sum, ((struct moments){ 0, 0, 0 }));
        PL_FILL(sums, ((struct exponentials){ -INFINITY, 0 }));
        PL_FILL(direct, -INFINITY);
    }
    PL_EACH ((c, CN)) {
        PL_REDUCE (best[c], better, (r, PL_MIN(CM, m - PL_AXIS(l) * CM)), (struct best){ x[r][c], (int32_t)(PL_AXIS(l) * CM + r) });
        PL_REDUCE (sum[c], merged, (r, PL_MIN(CM, m - PL_AXIS(l) * CM)), (struct moments){ 1, x[r][c], 0 });
        PL_REDUCE (sums[c], added, (r, PL_MIN(CM, m - PL_AXIS(l) * CM)), (struct exponentials){ x[r][c], 1 });
        PL_REDUCE (direct[c], log_added, (r, PL_MIN(CM, m - PL_AXIS(l) * CM)), x[r][c]);
    }
    PL_WHEN (PL_LAST(1))
        PL_EACH ((c, CN)) {
            mean[c] = sum[c].mean;
            variance[c] = sum[c].squares / sum[c].count;
            logarithm[c] = sums[c].top + logf(sums[c].sum);
        }
}

PL_CALL(statistics, statistics_kernel, PL_SIZES(n, parts), PL_SCALAR(long, m),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(n, CN)), PL_REDUCTION(l, PL_CDIV(m, CM), parts)),
        PL_IN(float, x, (m, n), PL_BLOCKSPEC((CM, CN), (l, j), PL_EDGE(0))), PL_OUT(struct best, best, (n), PL_BLOCKSPEC((CN), (j))),
        PL_OUT(float, mean, (n), PL_BLOCKSPEC((CN), (j))), PL_OUT(float, variance, (n), PL_BLOCKSPEC((CN), (j))),
        PL_OUT(float, logarithm, (n), PL_BLOCKSPEC((CN), (j))), PL_OUT(float, direct, (n), PL_BLOCKSPEC((CN), (j))),
        PL_SCRATCH(struct moments, (CN)), PL_SCRATCH(struct exponentials, (CN)))

// The values have a magnitude of at most 4, and there are 75 of them. Each of some 75 mergings rounds a few numbers of that size,
// and expf and logf are off by a few units in the last place: 75 · 16 · 2^-24 is about 7e-5.
TEST(functions_of_ones_own)
{
    enum { ROWS = 9 * CM + 3, COLUMNS = CN + 5 };
    static float x[ROWS][COLUMNS], mean[COLUMNS], variance[COLUMNS], logarithm[COLUMNS], direct[COLUMNS];
    static struct best best[COLUMNS];
    for (long i = 0; i < ROWS * COLUMNS; i++)
        x[i / COLUMNS][i % COLUMNS] = number(i / COLUMNS, i % COLUMNS * 3 + i / 77) - (i % COLUMNS % 2 ? 0.5f : 2);
    for (long parts = 0; parts < 4; parts++) {
        EXPECT(statistics(COLUMNS, parts, ROWS, *x, best, mean, variance, logarithm, direct) == 0);
        for (int c = 0; c < COLUMNS; c++) {
            double sum = 0, squares = 0, exponentials = 0;
            struct best most = { 3, -1 };
            for (int r = 0; r < ROWS; r++) {
                sum += x[r][c];
                exponentials += exp((double)x[r][c]);
                if (x[r][c] > most.value)
                    most = (struct best){ x[r][c], r };
            }
            for (int r = 0; r < ROWS; r++)
                squares += (x[r][c] - sum / ROWS) * (x[r][c] - sum / ROWS);
            EXPECT(best[c].value == most.value && best[c].at == most.at);
            EXPECT(fabs(mean[c] - sum / ROWS) < 1e-4 && fabs(variance[c] - squares / ROWS) < 1e-3);
            EXPECT(fabs(logarithm[c] - log(exponentials)) < 1e-4 && fabs(direct[c] - log(exponentials)) < 1e-3);
        }
    }
}

// ---- Names that divided calls have, too -----------------------------------------------------------------------------

enum { DOT_ROWS = 4, DOT_DEPTH = 8 };

PL_KERNEL(named_kernel, PL_REF(const float, part, DOT_ROWS, DOT_DEPTH), PL_REF(const float, part_programs, DOT_DEPTH, DOT_ROWS),
          PL_REF(float, parts, DOT_ROWS, DOT_ROWS))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(parts, 0);
    PL_DOT(parts, part, part_programs);
}

PL_CALL(named, named_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, PL_CDIV(n, DOT_DEPTH))),
        PL_IN(float, part, (DOT_ROWS, n), PL_BLOCKSPEC((DOT_ROWS, DOT_DEPTH), (0, l), PL_EDGE(0))),
        PL_IN(float, part_programs, (n, DOT_ROWS), PL_BLOCKSPEC((DOT_DEPTH, DOT_ROWS), (l, 0), PL_EDGE(0))),
        PL_OUT(float, parts, (DOT_ROWS, DOT_ROWS), PL_WHOLE))

TEST(names_of_divided_calls)
{
    enum { N = 5 * DOT_DEPTH + 3 };
    static float x[DOT_ROWS * N], y[N * DOT_ROWS], z[DOT_ROWS * DOT_ROWS];
    int wrong = 0;
    for (int i = 0; i < DOT_ROWS * N; i++)
        x[i] = (float)(i % 7), y[i] = (float)(i % 5);
    EXPECT(named(N, x, y, z) == 0);
    for (int r = 0; r < DOT_ROWS; r++)
        for (int c = 0; c < DOT_ROWS; c++) {
            float wanted = 0;                           // whole numbers: every order is exact
            for (int k = 0; k < N; k++)
                wanted += x[r * N + k] * y[k * DOT_ROWS + c];
            wrong += z[r * DOT_ROWS + c] != wanted;
        }
    EXPECT(wrong == 0);
}

// ---- Few steps, and none ----------------------------------------------------------------------------------------------

TEST(few_steps)
{
    static float x[3][R * C], z[R * C];
    for (int i = 0; i < 3 * R * C; i++)
        x[i / (R * C)][i % (R * C)] = (float)i;
    z[5] = 77;
    EXPECT(sums(0, *x, z) == 0);
    EXPECT(z[5] == 77);
    EXPECT(sums(1, *x, z) == 0);
    EXPECT(z[5] == 3 + 5);
    EXPECT(sums(2, *x, z) == 0);
    EXPECT(z[5] == 3 + 5 + (5 + R * C));
    EXPECT(sums(3, *x, z) == 0);
    EXPECT(z[5] == 3 + 5 + (5 + R * C) + (5 + 2 * R * C));
}

// ---- Blocks that several programs share when parts are combined ------------------------------------------------------

enum { SM = 32, SN = 64, SHARED_STEPS = 9 };

// Rows have numbers of their own and those of the array, conditions, a row of another input, and blocks of three types.
PL_KERNEL(shared_kernel, PL_REF(const float, x, SM, SN), PL_REF(const float, y, SM, SN), PL_REF(float, z, SM, SN),
          PL_REF(int32_t, most, SM, SN), PL_REF(float, z2, SM, SN), PL_REF(float, acc, SM, SN), PL_REF(float, one, 1))
{
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(acc, 3);
        PL_FILL(one, 3);
        PL_EACH ((r, SM), (c, SN))
            most[r][c] = (int32_t)(PL_AXIS(i) * SM + r) - 4;
    }
    PL_EACH ((r, SM), (c, SN)) {
        acc[r][c] += x[r][c];
        most[r][c] = PL_MAX(most[r][c], (int32_t)x[r][c]);
        z2[r][c] = PL_MIN(z2[r][c], x[r][c]);
    }
    one[0] += 1;
    PL_WHEN (PL_LAST(2)) {
        PL_EACH ((r, SM), (c, SN)) {
            long row = PL_AXIS(i) * SM + r;
            z[r][c] = acc[r][c] + (float)row + (PL_INSIDE(z, r, c) && PL_INSIDE(y, r, c) ? y[r][c] : 0);
        }
        PL_WHEN (PL_AXIS(i) == 0)
            PL_EACH ((r, SM), (c, SN))
                z[r][c] += one[0];
    }
}

PL_CALL(shared_blocks, shared_kernel, PL_SIZES(m, n, steps),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, SM)), PL_PARALLEL(j, PL_CDIV(n, SN)), PL_REDUCTION(l, steps)),
        PL_IN(float, x, (steps, m, n), PL_BLOCKSPEC((PL_NONE, SM, SN), (l, i, j))),
        PL_IN(float, y, (m, n), PL_BLOCKSPEC((SM, SN), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((SM, SN), (i, j))),
        PL_OUT(int32_t, most, (m, n), PL_BLOCKSPEC((SM, SN), (i, j))),
        PL_INOUT(float, z2, (m, n), PL_BLOCKSPEC((SM, SN), (i, j))),
        PL_SCRATCH(float, (SM, SN)), PL_SCRATCH(float, (1)))

static void expect_shared(long m, long n)
{
    const long count = m * n;
    float *x = calloc((size_t)(SHARED_STEPS * count), sizeof *x), *y = calloc((size_t)count, sizeof *y);
    float *z = malloc((size_t)count * sizeof *z), *least = malloc((size_t)count * sizeof *least);
    int32_t *most = malloc((size_t)count * sizeof *most);
    int wrong = 0;
    for (long i = 0; i < SHARED_STEPS * count; i++)
        x[i] = number(i / count, i % count);
    for (long i = 0; i < count; i++)
        y[i] = number(i, 3), z[i] = -99, least[i] = (float)(i % 7) - 3;
    EXPECT(shared_blocks(m, n, SHARED_STEPS, x, y, z, most, least) == 0);
    for (long i = 0; i < count; i++) {
        long row = i / n;
        float sum = 3 + (float)row + y[i] + (row < SM ? 3 + SHARED_STEPS : 0), top = (float)(row - 4), low = (float)(i % 7) - 3;
        for (long l = 0; l < SHARED_STEPS; l++) {
            sum += x[l * count + i];
            top = x[l * count + i] > top ? x[l * count + i] : top;
            low = x[l * count + i] < low ? x[l * count + i] : low;
        }
        wrong += z[i] != sum || (float)most[i] != top || least[i] != low;
    }
    EXPECT(wrong == 0);
    free(x), free(y), free(z), free(least), free(most);
}

TEST(blocks_that_programs_share)
{
    expect_shared(SM, SN);
    expect_shared(2 * SM, 2 * SN);
    expect_shared(1, 1);
    expect_shared(SM + 5, SN + 9);
    expect_shared(3 * SM - 1, SN - 1);
}

// Columns of a result with 3 of 512 elements, in an array of constant size; and a transposed result, which no programs share.
enum { TM = 3, TN = 512 };

PL_KERNEL(tall_kernel, PL_REF(const float, x, TN, TM), PL_REF(float, z, TN, TM), PL_REF(float, turned, TM, TN))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 3);
    PL_EACH ((r, TN), (c, TM))
        z[r][c] += x[r][c];
    PL_WHEN (PL_LAST(0))
        PL_EACH ((r, TN), (c, TM))
            turned[c][r] = z[r][c];
}

PL_CALL(tall, tall_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, n)),
        PL_IN(float, x, (n, TN, TM), PL_BLOCKSPEC((PL_NONE, TN, TM), (l, 0, 0))),
        PL_OUT(float, z, (TN, TM), PL_WHOLE), PL_OUT(float, turned, (TM, TN), PL_WHOLE))

PL_KERNEL(transposed_kernel, PL_REF(const float, x, SM, SM), PL_REF(float, z, SM, SM), PL_REF(float, acc, SM, SM))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(acc, 3);
    PL_EACH ((r, SM), (c, SM))
        acc[r][c] += x[r][c];
    PL_WHEN (PL_LAST(0))
        PL_EACH ((r, SM), (c, SM))
            z[c][r] = acc[r][c];
}

PL_CALL(transposed, transposed_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, n)),
        PL_IN(float, x, (n, SM, SM), PL_BLOCKSPEC((PL_NONE, SM, SM), (l, 0, 0))),
        PL_OUT(float, z, (SM, SM), PL_WHOLE), PL_SCRATCH(float, (SM, SM)))

TEST(blocks_that_are_transposed)
{
    static float x[STEPS * TN * TM], z[TN * TM], turned[TM * TN];
    int wrong = 0;
    for (long i = 0; i < STEPS * TN * TM; i++)
        x[i] = number(i / (TN * TM), i);
    EXPECT(tall(STEPS, x, z, turned) == 0);
    for (long i = 0; i < TN * TM; i++) {
        float wanted = 3;
        for (long l = 0; l < STEPS; l++)
            wanted += x[l * TN * TM + i];
        wrong += z[i] != wanted || turned[i % TM * TN + i / TM] != wanted;
    }
    EXPECT(wrong == 0);
    EXPECT(transposed(1, x, z) == 0);
    for (long i = 0; i < SM * SM; i++)
        wrong += z[i % SM * SM + i / SM] != 3 + x[i];
    EXPECT(wrong == 0);
}

int main(void)
{
    RUN(operators_on_floats);
    RUN(operators_on_integers);
    RUN(sums_of_arrays);
    RUN(sum_of_a_million_floats);
    RUN(means_and_maxima_of_columns);
    RUN(products_with_scratch);
    RUN(products_onto_an_array);
    RUN(sums_in_16_bits);
    RUN(functions_of_ones_own);
    RUN(names_of_divided_calls);
    RUN(few_steps);
    RUN(blocks_that_programs_share);
    RUN(blocks_that_are_transposed);
    return test_end();
}
