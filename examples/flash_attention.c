// flash_attention.c -- o = softmax(q · k^T / sqrt(D)) · v, for each batch and head, full or causal.
//
// Program (b, h, i, j) combines BQ queries with BK keys. The matrix of all scores, length x length, is never stored,
// only one BQ x BK tile of it. j, the last axis, moves over the keys while the block of o is the same. Scratch has
// what the softmax needs of the keys so far: the largest score of each query, the sum of exponentials relative to it,
// and the sum of the values with those weights. When the largest score grows, both sums are scaled down to match.

#include <float.h>
#include <math.h>
#include <pallas.h>
#include "example.h"

enum { BQ = 32, BK = 32, D = 32 };

PL_KERNEL(attention_kernel,
          PL_SCALAR(bool, causal),                      // true: a query sees only itself and what came before
          PL_REF(const float, q, BQ, D),
          PL_REF(const float, k, BK, D),
          PL_REF(const float, v, BK, D),
          PL_REF(float, o, BQ, D),
          PL_REF(float, top, BQ),                       // m in the papers: the largest score so far
          PL_REF(float, sum, BQ),                       // l: the sum of exp(score - top) so far
          PL_REF(float, acc, BQ, D))                    // the sum of exp(score - top) v so far
{
    long first_query = PL_AXIS(i) * BQ, first_key = PL_AXIS(j) * BK;
    float scale = 1 / sqrtf(D);

    PL_WHEN (PL_FIRST(3)) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(acc, 0);
    }
    PL_WHEN (!causal || first_key < first_query + BQ) { // otherwise all these keys come after all these queries
        PL_TILE(float, p, BQ, BK);                      // scores first, then their weights
        PL_FILL(p, 0);
        PL_DOT(p, q, PL_T(k));
        PL_EACH ((r, BQ), (c, BK)) {
            bool seen = PL_INSIDE(k, c, 0) && (!causal || first_key + c <= first_query + r);
            p[r][c] = seen ? p[r][c] * scale : -INFINITY;
        }
        PL_EACH ((r, BQ)) {                             // each query sees key 0: peak is finite from the first block
            float peak = top[r], total = 0;
            PL_REDUCE (peak, PL_MAX, (c, BK), p[r][c]);
            PL_EACH ((c, BK))
                p[r][c] = expf(p[r][c] - peak);
            PL_REDUCE (total, PL_ADD, (c, BK), p[r][c]);
            float shrink = expf(top[r] - peak);
            PL_EACH ((c, D))
                acc[r][c] *= shrink;
            sum[r] = sum[r] * shrink + total;
            top[r] = peak;
        }
        PL_DOT(acc, p, v);
    }
    PL_WHEN (PL_LAST(3))
        PL_EACH ((r, BQ), (c, D))
            o[r][c] = acc[r][c] / sum[r];
}

// Keys past the end get weight 0, by the mask above. Their values must read as 0, because 0 times garbage may be NaN.
PL_CALL(attention, attention_kernel,
        PL_SIZES(batch, heads, length),
        PL_SCALAR(bool, causal),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, BQ)),
                (j, PL_CDIV(length, BK))),
        PL_IN (float, q, (batch, heads, length, D), PL_BLOCKSPEC((PL_NONE, PL_NONE, BQ, D), (b, h, i, 0))),
        PL_IN (float, k, (batch, heads, length, D), PL_BLOCKSPEC((PL_NONE, PL_NONE, BK, D), (b, h, j, 0))),
        PL_IN (float, v, (batch, heads, length, D), PL_BLOCKSPEC((PL_NONE, PL_NONE, BK, D), (b, h, j, 0), PL_EDGE(0))),
        PL_OUT(float, o, (batch, heads, length, D), PL_BLOCKSPEC((PL_NONE, PL_NONE, BQ, D), (b, h, i, 0))),
        PL_SCRATCH(float, (BQ)),
        PL_SCRATCH(float, (BQ)),
        PL_SCRATCH(float, (BQ, D)))

// int attention(long batch, long heads, long length, bool causal,
//               const float *q, const float *k, const float *v, float *o);

enum { BATCH = 2, HEADS = 2, LENGTH = 100, HEAD = LENGTH * D, SIZE = BATCH * HEADS * HEAD };

// Computes one query of one head: all its scores, their softmax, and the values weighted with it.
static void reference_query(long keys, const float *query, const float *k, const float *v, float *o)
{
    float score[LENGTH], top = -INFINITY, sum = 0;
    for (long j = 0; j < keys; j++) {
        score[j] = 0;
        for (long d = 0; d < D; d++)
            score[j] += query[d] * k[j * D + d];
        score[j] /= sqrtf(D);
        top = fmaxf(top, score[j]);
    }
    for (long j = 0; j < keys; j++)
        sum += expf(score[j] - top);
    for (long d = 0; d < D; d++) {
        o[d] = 0;
        for (long j = 0; j < keys; j++)
            o[d] += expf(score[j] - top) / sum * v[j * D + d];
    }
}

static void reference(bool causal, const float *q, const float *k, const float *v, float *o)
{
    for (long head = 0; head < SIZE; head += HEAD)
        for (long i = 0; i < LENGTH; i++)
            reference_query(causal ? i + 1 : LENGTH, q + head + i * D, k + head, v + head, o + head + i * D);
}

static int run(const char *name, const char *what, bool causal)
{
    static float q[SIZE], k[SIZE], v[SIZE], o[SIZE], expected[SIZE];
    example_fill(q, SIZE);
    example_fill(k, SIZE);
    example_fill(v, SIZE);
    reference(causal, q, k, v, expected);

    double start = example_clock();
    if (attention(BATCH, HEADS, LENGTH, causal, q, k, v, o))
        return example_failed(name);
    double seconds = example_clock() - start;

    // All inputs are at most 1. A score, a sum of D products, is off by at most D FLT_EPSILON/2 times D / sqrt(D), and
    // so is its exponential, relatively; expf and scaling round fewer than 16 times per block of keys; a sum of LENGTH
    // weights is off by LENGTH FLT_EPSILON/2 of itself. This holds for numerator and denominator, in two results.
    double bound = 4 * (D * sqrt(D) + 16 * PL_CDIV(LENGTH, BK) + LENGTH) * FLT_EPSILON / 2;
    return example_report(name, what, "2x2x100x32", example_error(o, expected, SIZE), bound, seconds);
}

int main(void)
{
    int wrong = run("attention", "o = softmax(q k^T / sqrt(32)) v", false);
    return run("attention_causal", "the same, of each query and what precedes it", true) || wrong;
}
