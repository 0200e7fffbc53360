// half.h -- arrays of f16 for the programs of this folder: input k, rounded to f16, and the comparison of results.

#ifndef HALF_H
#define HALF_H

#include "../card.h"

PL_KERNEL(half_kernel, PL_REF(const float, x, CARD_BLOCK), PL_REF(pl_f16, z, CARD_BLOCK))
{
    PL_ASSIGN(z, x);
}

PL_CALL(half, half_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, CARD_BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))),
        PL_OUT(pl_f16, z, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))))

#define IN16(k, i) ((double)pl_to_f32(pl_to_f16(IN(k, i))))

static inline pl_f16 *half_out(long n) { return card_alloc((size_t)n * sizeof(pl_f16)); }

static inline pl_f16 *half_in(int k, long n)
{
    pl_f16 *z = half_out(n);
    if (half(n, card_in(k, n), z))
        exit(1);
    return z;
}

// Element i of z, a sum that is rounded to f16, by half of 2^-10 of it, or of the smallest normal number.
static inline void half_compare(const pl_f16 *z, long i, double expected, double bound)
{
    pl_f16 got;
    card.is_wrong |= pl_download(&got, z + i, sizeof got);
    card_is((double)pl_to_f32(got), i, expected, bound + fmax(fabs(expected) + bound, 0x1p-14) * 0x1p-11);
}

#endif
