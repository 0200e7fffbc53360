// attention.c -- flash attention forwards, causal or not, of f16 heads of 64: Triton's tutorial 6.

#include "half.h"

enum { BQ = 64, BK = 64, D = 64 };

PL_KERNEL(attention_kernel, PL_SCALAR(bool, is_causal), PL_REF(const pl_f16, q, BQ, D), PL_REF(const pl_f16, k, BK, D),
          PL_REF(const pl_f16, v, BK, D), PL_REF(pl_f16, o, BQ, D), PL_REF(float, top, BQ), PL_REF(float, sum, BQ),
          PL_REF(float, acc, BQ, D))
{
    const long first_query = PL_AXIS(i) * BQ, first_key = PL_AXIS(j) * BK;
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(acc, 0);
    }
    PL_WHEN (!is_causal || first_key <= first_query + BQ - 1) {
        PL_TILE(float, p, BQ, BK);
        PL_TILE(pl_f16, weight, BQ, BK);
        PL_FILL(p, 0);
        PL_DOT(p, q, PL_T(k));
        PL_EACH ((r, BQ)) {
            float peak = top[r], total = 0;
            PL_EACH ((c, BK))
                p[r][c] = PL_INSIDE(k, c, 0) && (!is_causal || first_key + c <= first_query + r) ? p[r][c] * 0.125f : -INFINITY;
            PL_REDUCE (peak, PL_MAX, (c, BK), p[r][c]);
            PL_EACH ((c, BK))
                p[r][c] = expf(p[r][c] - peak);
            PL_REDUCE (total, PL_ADD, (c, BK), p[r][c]);
            const float shrink = expf(top[r] - peak);
            PL_EACH ((c, D))
                acc[r][c] *= shrink;
            sum[r] = sum[r] * shrink + total;
            top[r] = peak;
        }
        PL_ASSIGN(weight, p);
        PL_DOT(acc, weight, v);
    }
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BQ), (c, D))
            o[r][c] = pl_to_f16(acc[r][c] / sum[r]);
}

PL_CALL(attention, attention_kernel,
        PL_SIZES(heads, length),
        PL_SCALAR(bool, is_causal),
        PL_GRID(PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, BQ)), (j, PL_CDIV(length, BK))),
        PL_IN (pl_f16, q, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),
        PL_IN (pl_f16, k, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BK, D), (h, j, 0))),
        PL_IN (pl_f16, v, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BK, D), (h, j, 0), PL_EDGE(0))),
        PL_OUT(pl_f16, o, (heads, length, D), PL_BLOCKSPEC((PL_NONE, BQ, D), (h, i, 0))),
        PL_SCRATCH(float, (BQ)), PL_SCRATCH(float, (BQ)), PL_SCRATCH(float, (BQ, D)))

// ---- Is it right? ----

// Compares a query of a head: o is a mean of values, with weights exp(score).
static void compare_query(const pl_f16 *o, long row, long length, bool is_causal)
{
    const long h = row / length, keys = is_causal ? row % length + 1 : length;
    double *weight = malloc((size_t)keys * sizeof *weight), all = 0, worst = 0;
    if (!weight)
        exit(2);
    for (long c = 0; c < keys; c++) {
        struct card_sum s = { 0, 0 };
        for (long d = 0; d < D; d++)
            card_add(&s, IN16(0, row * D + d) * IN16(1, (h * length + c) * D + d) / 8);
        worst = fmax(worst, card_bound(s, D + 2));
        all += weight[c] = exp(s.value);
    }
    for (long d = 0; d < D; d++) {
        struct card_sum s = { 0, 0 };
        for (long c = 0; c < keys; c++)
            card_add(&s, weight[c] / all * IN16(2, (h * length + c) * D + d));
        // Weights are off by what scores are, twice; they are rounded to f16, by 2^-11 of themselves or, near 0, by 2^-25 each.
        const double of_weights = s.magnitude * (2 * worst + 3 * CARD_ROOT + 0x1p-11) + (double)keys * 0x1p-25;
        half_compare(o, row * D + d, s.value, card_bound(s, 2 * (double)keys + 8) + of_weights);
    }
    free(weight);
}

static void try_attention(long heads, long length, bool is_causal)
{
    const long n = heads * length * D;
    pl_f16 *q = half_in(0, n), *k = half_in(1, n), *v = half_in(2, n), *o = half_out(n);
    CARD_RUN(attention(heads, length, is_causal, q, k, v, o));
    CARD_EACH (row, heads * length)
        compare_query(o, row, length, is_causal);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    if (!card.is_timed)
        CARD_TRY(6, "Fused attention, f16, full", try_attention(2, 100, false));
    CARD_TRY(6, "Fused attention, f16, causal", try_attention(CARD_SIZE(2, 4 * 32), CARD_SIZE(100, 4096), true));
    return card_end();
}
