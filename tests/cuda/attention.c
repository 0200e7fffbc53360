// attention.c -- attention whose scores and weights stay in registers on sm_90a (gen/plan/chain.c); tests/cuda/attention.sh runs it.
//
// o = softmax(q kᵀ / sqrt(D)) v, for each head, full or causal, with blocks of several sizes, in bf16 and in f16.

#include <float.h>
#include <math.h>
#include <pallas.h>
#include <stdbool.h>
#include <stdint.h>
#include "../test.h"

// As examples/flash_attention.c: a program has BQ queries, and steps over the keys.
#define ATTENTION(name, T, CONVERT, D, BQ, BK)                                                                     \
    PL_KERNEL(name##_kernel, PL_SCALAR(bool, causal), PL_REF(const T, q, BQ, D), PL_REF(const T, k, BK, D),          \
              PL_REF(const T, v, BK, D), PL_REF(T, o, BQ, D), PL_REF(float, top, BQ), PL_REF(float, sum, BQ),       \
              PL_REF(float, acc, BQ, D))                                                                           \
    {                                                                                                              \
        long first_query = PL_AXIS(i) * BQ, first_key = PL_AXIS(j) * BK;                                           \
        float scale = 1 / sqrtf(D);                                                                                \
        PL_WHEN (PL_FIRST(2)) {                                                                                    \
            PL_FILL(top, -INFINITY);                                                                               \
            PL_FILL(sum, 0);                                                                                       \
            PL_FILL(acc, 0);                                                                                       \
        }                                                                                                          \
        PL_WHEN (!causal || first_key < first_query + BQ) {                                                        \
            PL_TILE(float, p, BQ, BK);                                                                             \
            PL_TILE(T, w, BQ, BK);                                                                                 \
            PL_FILL(p, 0);                                                                                         \
            PL_DOT(p, q, PL_T(k));                                                                                 \
            PL_EACH ((r, BQ), (c, BK)) {                                                                           \
                bool seen = PL_INSIDE(k, c, 0) && (!causal || first_key + c <= first_query + r);                   \
                p[r][c] = seen ? p[r][c] * scale : -INFINITY;                                                      \
            }                                                                                                      \
            PL_EACH ((r, BQ)) {                                                                                    \
                float peak = top[r], total = 0;                                                                    \
                PL_REDUCE (peak, PL_MAX, (c, BK), p[r][c]);                                                        \
                PL_EACH ((c, BK))                                                                                  \
                    p[r][c] = expf(p[r][c] - peak);                                                                \
                PL_REDUCE (total, PL_ADD, (c, BK), p[r][c]);                                                       \
                const float shrink = expf(top[r] - peak);                                                          \
                PL_EACH ((c, D))                                                                                   \
                    acc[r][c] *= shrink;                                                                           \
                sum[r] = sum[r] * shrink + total;                                                                  \
                top[r] = peak;                                                                                     \
            }                                                                                                      \
            PL_ASSIGN(w, p);                                                                                       \
            PL_DOT(acc, w, v);                                                                                     \
        }                                                                                                          \
        PL_WHEN (PL_LAST(2))                                                                                       \
            PL_EACH ((r, BQ), (c, D))                                                                              \
                o[r][c] = CONVERT(acc[r][c] / sum[r]);                                                             \
    }                                                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(heads, length), PL_SCALAR(bool, causal),                                 \
            PL_GRID(PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, BQ)), (j, PL_CDIV(length, BK))),           \
            PL_IN (T, q, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),                           \
            PL_IN (T, k, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BK, D), (h, j, 0))),                           \
            PL_IN (T, v, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BK, D), (h, j, 0), PL_EDGE(0))),               \
            PL_OUT(T, o, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),                           \
            PL_SCRATCH(float, (BQ)), PL_SCRATCH(float, (BQ)), PL_SCRATCH(float, (BQ, D)))

ATTENTION(wide, pl_bf16, pl_to_bf16, 128, 128, 128)
ATTENTION(narrow, pl_f16, pl_to_f16, 64, 64, 64)
ATTENTION(tall, pl_bf16, pl_to_bf16, 64, 128, 64)
ATTENTION(broad, pl_bf16, pl_to_bf16, 64, 128, 128)
ATTENTION(deep, pl_bf16, pl_to_bf16, 256, 128, 64)
ATTENTION(three, pl_bf16, pl_to_bf16, 64, 192, 64)

// ---- Without a condition, and with the rescaling in a loop of its own ----

enum { BQ = 64, BK = 64, D = 64 };

PL_KERNEL(apart_kernel, PL_REF(const pl_bf16, q, BQ, D), PL_REF(const pl_bf16, k, BK, D), PL_REF(const pl_bf16, v, BK, D),
          PL_REF(pl_bf16, o, BQ, D), PL_REF(float, top, BQ), PL_REF(float, sum, BQ), PL_REF(float, acc, BQ, D))
{
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(acc, 0);
    }
    PL_TILE(float, p, BQ, BK);
    PL_TILE(pl_bf16, w, BQ, BK);
    PL_TILE(float, shrink, BQ);
    PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_EACH ((r, BQ)) {
        float peak = top[r], total = 0;
        PL_EACH ((c, BK)) {
            bool seen = PL_INSIDE(k, c, 0);
            p[r][c] = seen ? p[r][c] / 8 : -INFINITY;
        }
        PL_REDUCE (peak, PL_MAX, (c, BK), p[r][c]);
        PL_EACH ((c, BK))
            p[r][c] = expf(p[r][c] - peak);
        PL_REDUCE (total, PL_ADD, (c, BK), p[r][c]);
        shrink[r] = expf(top[r] - peak);
        sum[r] = sum[r] * shrink[r] + total;
        top[r] = peak;
    }
    PL_EACH ((r, BQ), (c, BK))
        w[r][c] = pl_to_bf16(p[r][c]);
    PL_EACH ((r, BQ), (c, D))
        acc[r][c] *= shrink[r];
    PL_DOT(acc, w, v);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BQ), (c, D))
            o[r][c] = pl_to_bf16(acc[r][c] / sum[r]);
}

PL_CALL(apart, apart_kernel, PL_SIZES(heads, length),
        PL_GRID(PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, BQ)), (j, PL_CDIV(length, BK))),
        PL_IN (pl_bf16, q, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),
        PL_IN (pl_bf16, k, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BK, D), (h, j, 0))),
        PL_IN (pl_bf16, v, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BK, D), (h, j, 0), PL_EDGE(0))),
        PL_OUT(pl_bf16, o, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),
        PL_SCRATCH(float, (BQ)), PL_SCRATCH(float, (BQ)), PL_SCRATCH(float, (BQ, D)))

// ---- Keys in pages, in the order of a table ----

enum { PAGES = 7, STEPS = 9 };

PL_KERNEL(paged_kernel, PL_SMEM_REF(const int, page, STEPS), PL_REF(const pl_bf16, q, BQ, D), PL_REF(const pl_bf16, k, BK, D),
          PL_REF(const pl_bf16, v, BK, D), PL_REF(float, o, BQ, D))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(o, 0);
    PL_TILE(float, p, BQ, BK);
    PL_TILE(pl_bf16, w, BQ, BK);
    PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_EACH ((r, BQ), (c, BK))
        p[r][c] = PL_MAX(2 * p[r][c], 0);
    PL_ASSIGN(w, p);
    PL_DOT(o, w, v);
}

PL_CALL(paged, paged_kernel, PL_SIZES(m, steps), PL_GRID((i, PL_CDIV(m, BQ)), (j, steps)),
        PL_PREFETCH(int, page, (STEPS)),
        PL_IN (pl_bf16, q, (m, D), PL_BLOCKSPEC((BQ, D), (i, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, k, (PAGES, BK, D), PL_BLOCKSPEC((PL_NONE, BK, D), (page[j], 0, 0))),
        PL_IN (pl_bf16, v, (PAGES, BK, D), PL_BLOCKSPEC((PL_NONE, BK, D), (page[j], 0, 0))),
        PL_OUT(float, o, (m, D), PL_BLOCKSPEC((BQ, D), (i, 0))))

// ---- The same in rounds, a second sequential axis: sums over all rounds, or over each ----

enum { ROUNDS = 3, SKIPPED = 1 };

#define ROUND(name, FIRST, LAST, OF_ROUND)                                                                          \
    PL_KERNEL(name##_kernel, PL_SMEM_REF(const int, page, ROUNDS, STEPS), PL_REF(const pl_bf16, q, BQ, D),           \
              PL_REF(const pl_bf16, k, BK, D), PL_REF(const pl_bf16, v, BK, D), PL_REF(float, o, BQ, D),             \
              PL_REF(float, acc, BQ, D))                                                                            \
    {                                                                                                               \
        PL_WHEN (FIRST)                                                                                             \
            PL_FILL(acc, 0);                                                                                        \
        PL_WHEN (PL_AXIS(g) != SKIPPED || PL_AXIS(j) != 0) {                                                        \
            PL_TILE(float, p, BQ, BK);                                                                              \
            PL_TILE(pl_bf16, w, BQ, BK);                                                                            \
            PL_FILL(p, 0);                                                                                          \
            PL_DOT(p, q, PL_T(k));                                                                                  \
            PL_EACH ((r, BQ), (c, BK))                                                                              \
                p[r][c] = PL_MAX(2 * p[r][c], 0);                                                                   \
            PL_ASSIGN(w, p);                                                                                        \
            PL_DOT(acc, w, v);                                                                                      \
        }                                                                                                           \
        PL_WHEN (LAST)                                                                                              \
            PL_EACH ((r, BQ), (c, D))                                                                               \
                o[r][c] = acc[r][c];                                                                                \
    }                                                                                                               \
    PL_CALL(name, name##_kernel, PL_SIZES(m, steps),                                                                \
            PL_GRID((i, PL_CDIV(m, BQ)), PL_ARBITRARY(g, ROUNDS), PL_ARBITRARY(j, steps)),                           \
            PL_PREFETCH(int, page, (ROUNDS, STEPS)),                                                                \
            PL_IN (pl_bf16, q, (m, D), PL_BLOCKSPEC((BQ, D), (i, 0), PL_EDGE(0))),                                   \
            PL_IN (pl_bf16, k, (PAGES, BK, D), PL_BLOCKSPEC((PL_NONE, BK, D), (page[g][j], 0, 0))),                  \
            PL_IN (pl_bf16, v, (PAGES, BK, D), PL_BLOCKSPEC((PL_NONE, BK, D), (page[g][j], 0, 0))),                  \
            PL_INOUT(float, o, (ROUNDS, m, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (OF_ROUND, i, 0))),                    \
            PL_SCRATCH(float, (BQ, D)))

ROUND(all_rounds, PL_FIRST(1) && PL_FIRST(2), PL_LAST(2), 0)
ROUND(each_round, PL_FIRST(2), PL_LAST(2), g)

// ---- o = (q kᵀ) v: the sums are a window, and the steps set them back ----

PL_KERNEL(linear_kernel, PL_REF(const pl_bf16, q, BQ, D), PL_REF(const pl_bf16, k, BK, D), PL_REF(const pl_bf16, v, BK, D),
          PL_REF(float, o, BQ, D))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(o, 1);
    PL_WHEN (PL_AXIS(j) != 2) {
        PL_TILE(float, p, BQ, BK);
        PL_TILE(pl_bf16, w, BQ, BK);
        PL_FILL(p, 0);
        PL_DOT(p, q, PL_T(k));
        PL_ASSIGN(w, p);
        PL_DOT(o, w, v);
    }
    PL_WHEN (PL_AXIS(j) == 1)
        PL_EACH ((r, BQ), (c, D))
            o[r][c] = 2 * o[r][c] + (float)r;
}

PL_CALL(linear, linear_kernel, PL_SIZES(m, n), PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BQ)), (j, PL_CDIV(n, BK))),
        PL_IN (pl_bf16, q, (m, D), PL_BLOCKSPEC((BQ, D), (i, 0))),
        PL_IN (pl_bf16, k, (n, D), PL_BLOCKSPEC((BK, D), (j, 0))),
        PL_IN (pl_bf16, v, (n, D), PL_BLOCKSPEC((BK, D), (j, 0), PL_EDGE(0))),
        PL_OUT(float, o, (m, D), PL_BLOCKSPEC((BQ, D), (i, 0))))

enum { HEADS = 2, MOST = HEADS * 300 * 128 };

static pl_bf16 qb[MOST], kb[MOST], vb[MOST], ob[MOST];
static pl_f16 qh[MOST], kh[MOST], vh[MOST], oh[MOST];
static float qf[MOST], kf[MOST], vf[MOST], of[MOST];

// Numbers in [-1, 1] that both types have.
static void fill(float *to, pl_bf16 *b, pl_f16 *h, unsigned seed)
{
    for (long at = 0; at < MOST; at++) {
        seed = seed * 1664525 + 1013904223;
        to[at] = (float)((int)(seed >> 24) - 128) / 128;
        b[at] = pl_to_bf16(to[at]), h[at] = pl_to_f16(to[at]);
    }
}

// Returns the largest error of a query of one head, which sees so many keys.
static double error_of_query(long keys, long d, const float *query, const float *k, const float *v, const float *o)
{
    static double weight[MOST];
    double top = -INFINITY, sum = 0, largest = 0;
    for (long j = 0; j < keys; j++) {
        weight[j] = 0;
        for (long e = 0; e < d; e++)
            weight[j] += (double)query[e] * k[j * d + e];
        weight[j] /= sqrt((double)d);
        top = fmax(top, weight[j]);
    }
    for (long j = 0; j < keys; j++)
        sum += weight[j] = exp(weight[j] - top);
    for (long e = 0; e < d; e++) {
        double expected = 0;
        for (long j = 0; j < keys; j++)
            expected += weight[j] / sum * v[j * d + e];
        double error = fabs(o[e] - expected);
        largest = error <= largest ? largest : error;   // also if it is NaN
    }
    return largest;
}

// A score, a sum of d products of at most 1, is off by at most d FLT_EPSILON/2 times d / sqrt(d), and so is its exponential,
// relatively; expf and scaling round fewer than 16 times per block of keys; a sum of the weights is off by length FLT_EPSILON/2 of
// itself. This holds for numerator and denominator, in two results. Weights and results are rounded to the type, by `unit`
// relatively; weights below the least normal number of f16 by at most 2^-25 each, while the largest is 1.
static double bound(long length, long d, double unit)
{
    return 2 * unit + 4 * (d * sqrt((double)d) + 16.0 * (length / 64 + 1) + length) * FLT_EPSILON / 2 + length * ldexp(1, -25);
}

static bool is_wrong(long heads, long length, long d, bool causal, double unit)
{
    for (long h = 0; h < heads; h++)
        for (long i = 0; i < length; i++) {
            const float *head = of + (h * length + i) * d;
            double error = error_of_query(causal ? i + 1 : length, d, qf + (h * length + i) * d, kf + h * length * d, vf + h * length * d, head);
            if (!(error <= bound(length, d, unit)))
                return printf("head %ld, query %ld: %g\n", h, i, error), true;
        }
    return false;
}

static void prepare(void)
{
    fill(qf, qb, qh, 1);
    fill(kf, kb, kh, 2);
    fill(vf, vb, vh, 3);
    memset(ob, 0xff, sizeof ob);
    memset(oh, 0xff, sizeof oh);
}

typedef int CallB(long heads, long length, bool causal, const pl_bf16 *q, const pl_bf16 *k, const pl_bf16 *v, pl_bf16 *o);

static void try_bf16(CallB *call, long d, long heads, long length, bool causal)
{
    int extra = 0;
    prepare();
    EXPECT(call(heads, length, causal, qb, kb, vb, ob) == 0);
    for (long at = 0; at < MOST; at++) {
        of[at] = pl_to_f32(ob[at]);
        extra += at >= heads * length * d && ob[at].bits != 0xffff;
    }
    EXPECT(extra == 0);                                 // nothing else is written
    EXPECT(!is_wrong(heads, length, d, causal, ldexp(1, -9)));
}

static void try_f16(long heads, long length, bool causal)
{
    prepare();
    EXPECT(narrow(heads, length, causal, qh, kh, vh, oh) == 0);
    for (long at = 0; at < MOST; at++)
        of[at] = pl_to_f32(oh[at]);
    EXPECT(!is_wrong(heads, length, 64, causal, ldexp(1, -12)));
}

static int apart_full(long heads, long length, bool causal, const pl_bf16 *q, const pl_bf16 *k, const pl_bf16 *v, pl_bf16 *o)
{
    (void)causal;
    return apart(heads, length, q, k, v, o);
}

// Products of -1, 0 and 1: scores of at most D are exact in bf16, and so are all sums in float.
static void prepare_small(void)
{
    for (long at = 0; at < MOST; at++) {
        qf[at] = (float)(at * 7 % 11 % 3 - 1), kf[at] = (float)(at * 5 % 13 % 3 - 1), vf[at] = (float)(at % 17 % 3 - 1);
        qb[at] = pl_to_bf16(qf[at]), kb[at] = pl_to_bf16(kf[at]), vb[at] = pl_to_bf16(vf[at]);
    }
}

// q of row i times a key.
static double score_at(long i, long key)
{
    double score = 0;
    for (long d = 0; d < D; d++)
        score += qf[i * D + d] * kf[key * D + d];
    return score;
}

TEST(pages)
{
    enum { M = 100 };
    int page[STEPS] = { 3, 0, 6, 3, 5, 1, 2, 6, 4 }, wrong = 0;
    prepare_small();
    EXPECT(paged(M, STEPS, page, qb, kb, vb, of) == 0);
    for (long i = 0; i < M; i++)
        for (long e = 0; e < D; e++) {
            double sum = 0;
            for (long j = 0; j < STEPS * BK; j++) {
                long key = (long)page[j / BK] * BK + j % BK;
                sum += fmax(2 * score_at(i, key), 0) * vf[key * D + e];
            }
            wrong += of[i * D + e] != sum;
        }
    EXPECT(wrong == 0);
    page[7] = PAGES;
    EXPECT(paged(M, STEPS, page, qb, kb, vb, of) != 0);
    EXPECT(paged(M, 7, page, qb, kb, vb, of) == 0);
    EXPECT(paged(M, STEPS + 1, page, qb, kb, vb, of) != 0);
}

// Returns the sum of the steps of a round.
static double sum_of_round(const int page[ROUNDS][STEPS], long g, long steps, long i, long e)
{
    double sum = 0;
    for (long j = g == SKIPPED; j < steps; j++)
        for (long key = page[g][j] * BK; key < (page[g][j] + 1) * BK; key++)
            sum += fmax(2 * score_at(i, key), 0) * vf[key * D + e];
    return sum;
}

static void try_rounds(long steps)
{
    enum { M = 72 };
    static const int page[ROUNDS][STEPS] = { { 3, 0, 6, 3, 5, 1, 4, 2 }, { 1, 2, 6, 4, 0, 5, 3, 6 }, { 2, 5, 4, 4, 1, 0, 6, 3 } };
    int wrong = 0;
    prepare_small();
    for (int each = 0; each < 2; each++) {
        EXPECT((each ? each_round : all_rounds)(M, steps, &page[0][0], qb, kb, vb, of) == 0);
        for (long i = 0; i < M; i++)
            for (long e = 0; e < D; e++) {
                double all = 0;
                for (long g = 0; g < ROUNDS; g++) {
                    double sum = sum_of_round(page, g, steps, i, e);
                    all += sum;
                    wrong += each && of[(g * M + i) * D + e] != sum;
                }
                wrong += !each && of[i * D + e] != all;
            }
    }
    EXPECT(wrong == 0);
}

// Of 4 stages, rounds of 8, 7 and 8 steps begin in the first one, whose phase is another, and in the last.
TEST(rounds)        { try_rounds(8); }
TEST(short_rounds)  { try_rounds(1); }

static void try_linear(long m, long n)
{
    int wrong = 0;
    prepare_small();
    EXPECT(linear(m, n, qb, kb, vb, of) == 0);
    for (long i = 0; i < m; i++)
        for (long e = 0; e < D; e++) {
            double sum = 1;
            for (long j = 0; j < n; j++) {
                sum += j / BK == 2 ? 0 : score_at(i, j) * vf[j * D + e];
                if (j / BK == 1 && (j == n - 1 || j % BK == BK - 1))
                    sum = 2 * sum + i % BQ;
            }
            wrong += of[i * D + e] != sum;
        }
    EXPECT(wrong == 0);
}

TEST(one_block)     { try_bf16(wide, 128, 1, 128, false); }
TEST(ragged)        { try_bf16(wide, 128, 1, 450, false); }         // more steps than stages
TEST(causal)        { try_bf16(wide, 128, 1, 300, true); }
TEST(small)         { try_bf16(wide, 128, 2, 5, false); }
TEST(none)          { try_bf16(wide, 128, 2, 0, false); try_bf16(wide, 128, 0, 128, false); }
TEST(in_f16)        { try_f16(1, 300, false); }
TEST(causal_in_f16) { try_f16(1, 200, true); }
TEST(two_groups)    { try_bf16(tall, 64, 1, 400, false); }         // a stage is used again after each of both kinds of steps
TEST(causal_blocks) { try_bf16(tall, 64, 2, 256, true); }
TEST(heads_of_64)   { try_bf16(broad, 64, 1, 700, true); }        // more steps than its four stages
TEST(heads_of_256)  { try_bf16(deep, 256, 1, 150, true); try_bf16(deep, 256, 1, 300, false); }
TEST(rows_of_192)   { try_bf16(three, 64, 1, 500, true); try_bf16(three, 64, 1, 200, false); }
TEST(no_condition)  { try_bf16(apart_full, 64, 1, 300, false); try_bf16(apart_full, 64, 1, 40, false); }
TEST(sums_of_window) { try_linear(100, 400); try_linear(64, 128); try_linear(64, 40); }

int main(void)
{
    RUN(one_block);
    RUN(ragged);
    RUN(causal);
    RUN(small);
    RUN(none);
    RUN(in_f16);
    RUN(causal_in_f16);
    RUN(two_groups);
    RUN(causal_blocks);
    RUN(heads_of_64);
    RUN(heads_of_256);
    RUN(rows_of_192);
    RUN(no_condition);
    RUN(sums_of_window);
    RUN(pages);
    RUN(rounds);
    RUN(short_rounds);
    return test_end();
}
