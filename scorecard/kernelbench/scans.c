// scans.c -- sums and products of all elements of a row up to each.
//
// Scratch carries the sum of a row from block to block.

#include "../card.h"

enum { BLOCK = 2048 };

#define SCAN(name, OP, NOTHING)                                                                                                    \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK), PL_REF(float, carry, 1))                      \
    {                                                                                                                              \
        PL_WHEN (PL_FIRST(1))                                                                                                      \
            carry[0] = NOTHING;                                                                                                    \
        float sum = carry[0];                                                                                                      \
        PL_SCAN (sum, OP, (c, BLOCK), x[c])                                                                                        \
            z[c] = sum;                                                                                                            \
        carry[0] = sum;                                                                                                            \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(m, n),                                                                                                        \
            PL_GRID(PL_PARALLEL(i, m), (j, PL_CDIV(n, BLOCK))),                                                                    \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),                                                      \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),                                                      \
            PL_SCRATCH(float, (1)))

SCAN(cumsum, PL_ADD, 0)
SCAN(cumprod, PL_MUL, 1)

PL_KERNEL(cumsum_exclusive_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK), PL_REF(float, carry, 1))
{
    PL_WHEN (PL_FIRST(1))
        carry[0] = 0;
    float sum = carry[0];
    PL_SCAN (sum, PL_ADD, (c, BLOCK), c > 0 ? x[c - 1] : 0)
        z[c] = sum;
    carry[0] = sum + x[BLOCK - 1];
}

PL_CALL(cumsum_exclusive, cumsum_exclusive_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m), (j, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),
        PL_SCRATCH(float, (1)))

// From the end: the last block comes first, and what it has past the end of the row must be 0.
PL_KERNEL(cumsum_reverse_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK), PL_REF(float, carry, 1))
{
    PL_WHEN (PL_FIRST(1))
        carry[0] = 0;
    float sum = carry[0];
    PL_SCAN (sum, PL_ADD, (c, BLOCK), x[BLOCK - 1 - c])
        z[BLOCK - 1 - c] = sum;
    carry[0] = sum;
}

PL_CALL(cumsum_reverse, cumsum_reverse_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m), (j, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, PL_CDIV(n, BLOCK) - 1 - j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, PL_CDIV(n, BLOCK) - 1 - j))),
        PL_SCRATCH(float, (1)))

PL_KERNEL(cumsum_masked_kernel, PL_REF(const float, x, BLOCK), PL_REF(const bool, mask, BLOCK), PL_REF(float, z, BLOCK),
          PL_REF(float, carry, 1))
{
    PL_WHEN (PL_FIRST(1))
        carry[0] = 0;
    float sum = carry[0];
    PL_SCAN (sum, PL_ADD, (c, BLOCK), mask[c] ? x[c] : 0)
        z[c] = sum;
    carry[0] = sum;
}

PL_CALL(cumsum_masked, cumsum_masked_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m), (j, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),
        PL_IN (bool, mask, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, BLOCK), (i, j))),
        PL_SCRATCH(float, (1)))

// The mask of a test: where x is positive.
PL_KERNEL(positive_kernel, PL_REF(const float, x, BLOCK), PL_REF(bool, mask, BLOCK))
{
    PL_EACH ((c, BLOCK))
        mask[c] = x[c] > 0;
}

PL_CALL(positive, positive_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(bool, mask, (n), PL_BLOCKSPEC((BLOCK), (i))))

// ---- Are they right? ----

// Element i is the sum of those from `begin` to `end` of its row. In any order each is rounded once at most.
static void compare_sums(const float *z, long i, long begin, long end, long n, bool is_masked)
{
    struct card_sum s = { 0, 0 };
    for (long c = begin; c < end; c++)
        if (!is_masked || IN(1, i / n * n + c) > 0)
            card_add(&s, IN(0, i / n * n + c));
    card_compare(z, i, s.value, card_bound(s, (double)(end - begin)));
}

static void try_cumsum(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    CARD_RUN(cumsum(m, n, x, z));
    CARD_EACH (i, m * n)
        compare_sums(z, i, 0, i % n + 1, n, false);
}

static void try_exclusive(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    CARD_RUN(cumsum_exclusive(m, n, x, z));
    CARD_EACH (i, m * n)
        compare_sums(z, i, 0, i % n, n, false);
}

static void try_reverse(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    CARD_RUN(cumsum_reverse(m, n, x, z));
    CARD_EACH (i, m * n)
        compare_sums(z, i, i % n, n, n, false);
}

static void try_masked(long m, long n)
{
    float *x = card_in(0, m * n), *selector = card_in(1, m * n), *z = card_out(m * n);
    bool *mask = card_alloc((size_t)(m * n) * sizeof *mask);
    card.is_wrong |= positive(m * n, selector, mask);
    CARD_RUN(cumsum_masked(m, n, x, mask, z));
    CARD_EACH (i, m * n)
        compare_sums(z, i, 0, i % n + 1, n, true);
}

// Each of i products rounds once. Elements are near 1, so that products neither vanish nor overflow.
static void try_cumprod(long m, long n)
{
    float *x = card_in_range(0, m * n, 0.9375f, 0.125f), *z = card_out(m * n);
    CARD_RUN(cumprod(m, n, x, z));
    CARD_EACH (i, m * n) {
        double product = 1;
        for (long c = 0; c <= i % n; c++)
            product *= IN(0, i / n * n + c);
        card_compare(z, i, product, fabs(product) * (double)(i % n + 1) * CARD_ULP + FLT_MIN);
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long m = CARD_SIZE(2, 32768), n = CARD_SIZE(2500, 32768);
    CARD_TRY(89, "cumsum", try_cumsum(m, n));
    CARD_TRY(90, "cumprod", try_cumprod(m, n));
    CARD_TRY(91, "cumsum reverse", try_reverse(m, n));
    CARD_TRY(92, "cumsum exclusive", try_exclusive(m, n));
    CARD_TRY(93, "masked cumsum", try_masked(m, n));
    return card_end();
}
