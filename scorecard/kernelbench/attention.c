// attention.c -- softmax(q k' / sqrt(D)) v for heads of 1024 elements and 512 keys.
//
// A head is so wide that no block has all of it, and the keys are so few that one block has all their scores. The last axis goes
// along the head twice: first the scores accumulate, then each step has some columns of the result.

#include "../card.h"

enum { BQ = 32, KEYS = 512, BD = 32 };

PL_KERNEL(attention_kernel, PL_SCALAR(long, width), PL_REF(const float, q, BQ, BD), PL_REF(const float, k, KEYS, BD),
          PL_REF(const float, v, KEYS, BD), PL_REF(float, z, BQ, BD), PL_REF(float, p, BQ, KEYS))
{
    const long steps = width / BD, step = PL_AXIS(l);
    PL_WHEN (step == 0)
        PL_FILL(p, 0);
    PL_WHEN (step < steps)
        PL_DOT(p, q, PL_T(k));
    PL_WHEN (step == steps)
        PL_EACH ((r, BQ)) {
            const float scale = 1 / sqrtf((float)width);
            float top = -INFINITY, sum = 0;
            PL_REDUCE (top, PL_MAX, (c, KEYS), p[r][c]);
            PL_EACH ((c, KEYS))
                p[r][c] = expf(scale * (p[r][c] - top));
            PL_REDUCE (sum, PL_ADD, (c, KEYS), p[r][c]);
            PL_EACH ((c, KEYS))
                p[r][c] /= sum;
        }
    PL_WHEN (step >= steps) {
        PL_FILL(z, 0);
        PL_DOT(z, p, v);
    }
}

PL_CALL(attention, attention_kernel,
        PL_SIZES(heads),
        PL_SCALAR(long, width),
        PL_GRID(PL_PARALLEL(h, heads), PL_PARALLEL(i, KEYS / BQ), (l, 2 * (width / BD))),
        PL_IN (float, q, (heads, KEYS, width), PL_BLOCKSPEC((PL_NONE, BQ, BD), (h, i, l % (width / BD)))),
        PL_IN (float, k, (heads, KEYS, width), PL_BLOCKSPEC((PL_NONE, KEYS, BD), (h, 0, l % (width / BD)))),
        PL_IN (float, v, (heads, KEYS, width), PL_BLOCKSPEC((PL_NONE, KEYS, BD), (h, 0, l < width / BD ? 0 : l - width / BD))),
        PL_OUT(float, z, (heads, KEYS, width), PL_BLOCKSPEC((PL_NONE, BQ, BD), (h, i, l < width / BD ? 0 : l - width / BD))),
        PL_SCRATCH(float, (BQ, KEYS)))

// ---- Is it right? ----

// The scores of a query, and how far off they are: sums of `width` products, which the exponential multiplies.
static double scores_of(long h, long r, long width, double *scores)
{
    double worst = 0, sum = 0;
    for (long c = 0; c < KEYS; c++) {
        struct card_sum s = { 0, 0 };
        for (long d = 0; d < width; d++)
            card_add(&s, (double)IN(0, (h * KEYS + r) * width + d) * IN(1, (h * KEYS + c) * width + d));
        worst = fmax(worst, card_bound(s, (double)width + 4) / sqrt((double)width));
        sum += scores[c] = exp(s.value / sqrt((double)width));
    }
    for (long c = 0; c < KEYS; c++)
        scores[c] /= sum;
    return worst;
}

static void try_attention(long heads, long width)
{
    const long n = heads * KEYS * width;
    float *q = card_in(0, n), *k = card_in(1, n), *v = card_in(2, n), *z = card_out(n);
    CARD_RUN(attention(heads, width, q, k, v, z));
    double scores[KEYS], worst = 0;
    long row = -1;
    for (long i = 0; i < n && !card.is_wrong; i += n > 1000000 ? n / 97 : 1 + i % 7) {
        if (row != i / width)
            worst = scores_of(i / (KEYS * width), i / width % KEYS, width, scores);
        row = i / width;
        struct card_sum s = { 0, 0 };
        for (long c = 0; c < KEYS; c++)
            card_add(&s, scores[c] * IN(2, (i / (KEYS * width) * KEYS + c) * width + i % width));
        // Each weight is off by twice what scores are off by, which its own exponential and the sum of all suffer.
        card_compare(z, i, s.value, card_bound(s, 2 * KEYS + 4) + s.magnitude * (2 * worst + 3 * CARD_ROOT));
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    CARD_TRY(97, "ScaledDotProductAttention", try_attention(CARD_SIZE(1, 32 * 32), CARD_SIZE(2 * BD, 1024)));
    return card_end();
}
