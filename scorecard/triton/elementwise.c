// elementwise.c -- vector add, dropout with a seed, asin: Triton's tutorials 1, 4 and 7.

#include "../card.h"

enum { BLOCK = 1024 };

PL_KERNEL(add_kernel, PL_REF(const float, x, BLOCK), PL_REF(const float, y, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = x[c] + y[c];
}

PL_CALL(add, add_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

// A uniform number in [0, 1) for each seed and element: no mask is stored, and the backward pass finds the same one.
static inline float uniform(uint32_t seed, uint32_t i)
{
    uint32_t h = i * 0x9e3779b9u ^ seed;
    h = (h ^ (h >> 16)) * 0x7feb352du;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return (float)((h ^ (h >> 16)) >> 8) * (1.0f / 16777216);
}

PL_KERNEL(dropout_kernel, PL_SCALAR(float, p), PL_SCALAR(uint32_t, seed), PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK)) {
        const uint32_t i = (uint32_t)(PL_PROGRAM_ID(0) * BLOCK + c);
        z[c] = uniform(seed, i) >= p ? x[c] / (1 - p) : 0;
    }
}

PL_CALL(dropout, dropout_kernel,
        PL_SIZES(n),
        PL_SCALAR(float, p), PL_SCALAR(uint32_t, seed),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

PL_KERNEL(arcsine_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = asinf(x[c]);
}

PL_CALL(arcsine, arcsine_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

// ---- Are they right? ----

static void try_add(long n)
{
    float *x = card_in(0, n), *y = card_in(1, n), *z = card_out(n);
    CARD_RUN(add(n, x, y, z));
    CARD_EACH (i, n)
        card_compare(z, i, (double)IN(0, i) + IN(1, i), 2 * CARD_ULP);
}

static void try_dropout(long n)
{
    float *x = card_in(0, n), *z = card_out(n);
    CARD_RUN(dropout(n, 0.5f, 123, x, z));
    long kept = 0, seen = 0;
    CARD_EACH (i, n) {
        const bool is_kept = uniform(123, (uint32_t)i) >= 0.5f;
        card_compare(z, i, is_kept ? 2 * (double)IN(0, i) : 0, CARD_ULP);
        kept += is_kept;
        seen++;
    }
    // Half of them, within four deviations.
    card.is_wrong |= fabs((double)kept - (double)seen / 2) > 2 * sqrt((double)seen);
}

static void try_arcsine(long n)
{
    float *x = card_in(0, n), *z = card_out(n);
    CARD_RUN(arcsine(n, x, z));
    CARD_EACH (i, n)
        card_compare(z, i, asin(IN(0, i)), 2 * CARD_ROOT);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    CARD_TRY(1, "Vector addition", try_add(CARD_SIZE(2500, 1L << 27)));
    CARD_TRY(4, "Low-memory dropout", try_dropout(CARD_SIZE(2500, 1L << 27)));
    CARD_TRY(7, "Libdevice (asin)", try_arcsine(CARD_SIZE(2500, 1L << 27)));
    return card_end();
}
