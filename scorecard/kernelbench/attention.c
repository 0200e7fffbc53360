// attention.c -- softmax(q k' / sqrt(width)) v for many heads.
//
// Heads are so wide (1024) that the scores of a head, 512 x 512, are smaller than the head. So the scores are an array: a product,
// a softmax of its rows in place, and a product. Where heads are narrow and lengths large, they must not be: see
// examples/flash_attention.c.

#include "../card.h"

enum { BM = 128, BN = 128, BK = 32 };

PL_KERNEL(scores_kernel, PL_SCALAR(float, scale), PL_REF(const float, q, BM, BK), PL_REF(const float, k, BN, BK),
          PL_REF(float, p, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            p[r][c] *= scale;
}

PL_CALL(scores, scores_kernel,
        PL_SIZES(heads, length, width),
        PL_BATCH(h, heads, q, k, p),
        PL_SCALAR(float, scale),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(length, BM)), PL_PARALLEL(j, PL_CDIV(length, BN)), (l, PL_CDIV(width, BK))),
        PL_IN (float, q, (length, width), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, k, (length, width), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(float, p, (length, length), PL_BLOCKSPEC((BM, BN), (i, j))))

PL_KERNEL(weights_kernel, PL_SCALAR(long, n), PL_REF(float, p, n))
{
    float top = -INFINITY, sum = 0;
    PL_REDUCE (top, PL_MAX, (c, n), p[c]);
    PL_REDUCE (sum, PL_ADD, (c, n), expf(p[c] - top));
    PL_EACH ((c, n))
        p[c] = expf(p[c] - top) / sum;
}

PL_CALL(weights, weights_kernel,
        PL_SIZES(rows),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, rows)),
        PL_INOUT(float, p, (rows, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

PL_KERNEL(weighted_kernel, PL_REF(const float, p, BM, BK), PL_REF(const float, v, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, p, v);
}

PL_CALL(weighted, weighted_kernel,
        PL_SIZES(heads, length, width),
        PL_BATCH(h, heads, p, v, z),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(length, BM)), PL_PARALLEL(j, PL_CDIV(width, BN)), (l, PL_CDIV(length, BK))),
        PL_IN (float, p, (length, length), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, v, (length, width), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (length, width), PL_BLOCKSPEC((BM, BN), (i, j))))

// ---- Is it right? ----

// The weights of query r of head h. Returns how far off a score is: a sum of `width` products, which is scaled.
static double weights_of(long h, long r, long length, long width, double *weight)
{
    double worst = 0, sum = 0;
    for (long c = 0; c < length; c++) {
        struct card_sum s = { 0, 0 };
        for (long d = 0; d < width; d++)
            card_add(&s, (double)IN(0, (h * length + r) * width + d) * IN(1, (h * length + c) * width + d) / sqrt((double)width));
        worst = fmax(worst, card_bound(s, (double)width + 4));
        sum += weight[c] = exp(s.value);
    }
    for (long c = 0; c < length; c++)
        weight[c] /= sum;
    return worst;
}

static int attention(long heads, long length, long width, const float *q, const float *k, const float *v, float *p, float *z)
{
    return scores(heads, length, width, 1 / sqrtf((float)width), q, k, p) || weights(heads * length, length, p) ||
           weighted(heads, length, width, p, v, z);
}

static void try_attention(long heads, long length, long width)
{
    const long n = heads * length * width;
    float *q = card_in(0, n), *k = card_in(1, n), *v = card_in(2, n), *p = card_out(heads * length * length), *z = card_out(n);
    double weight[512];
    CARD_RUN(attention(heads, length, width, q, k, v, p, z));
    CARD_EACH (row, heads * length) {
        const long h = row / length;
        const double worst = weights_of(h, row % length, length, width, weight);
        for (long d = 0; d < width; d++) {
            struct card_sum s = { 0, 0 };
            for (long c = 0; c < length; c++)
                card_add(&s, weight[c] * IN(2, (h * length + c) * width + d));
            // A weight is off by twice as much as a score: by its own exponential, and by the sum of all.
            card_compare(z, row * width + d, s.value,
                         card_bound(s, 2 * (double)length + 8) + s.magnitude * (2 * worst + 3 * CARD_ROOT));
        }
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    CARD_TRY(97, "ScaledDotProductAttention", try_attention(CARD_SIZE(2, 32 * 32), CARD_SIZE(70, 512), CARD_SIZE(100, 1024)));
    return card_end();
}
