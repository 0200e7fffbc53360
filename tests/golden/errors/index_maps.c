// options: --check
// Index maps: their types, blocks past the end, tables read out of range, element offsets in place of block indices.

#include <pallas.h>

enum { B = 4 };

PL_KERNEL(copy, PL_REF(const float, x, B), PL_REF(float, z, B)) { PL_ASSIGN(z, x); }
PL_KERNEL(gather, PL_SMEM_REF(const int32_t, t, 2, 3), PL_REF(const float, x, B),
          PL_REF(float, z, B)) { PL_ASSIGN(z, x); }

PL_CALL(types, copy, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (0.5 * i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

PL_CALL(past_the_end, copy, PL_GRID((i, 4)),
        PL_IN (float, x, (15), PL_BLOCKSPEC((B), (i + 1))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((B), (i - 1))))

PL_CALL(offsets, copy, PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((B), (i * B))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((B), (i))))

PL_CALL(behind_all, copy, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i + 1))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

PL_CALL(too_long, copy, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B) + 1)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i - 1))))

PL_CALL(too_short, copy, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B) - 1)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

PL_CALL(elements, copy, PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_ELEMENT(B, 0, 0)), (B * i - 1))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((PL_ELEMENT(B, 0, 0)), (B * i + 1))))

PL_CALL(elements_of_padding, copy, PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_ELEMENT(B, 2, 2)), (B * i + 4))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((B), (i))))

// May be meant: the array would have to be four times as long as what is read of it.
PL_CALL(likely_offsets, copy, PL_SIZES(n, m), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (m), PL_BLOCKSPEC((B), (B * i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

PL_CALL(entries, gather, PL_GRID((i, 2), (j, 4)), PL_PREFETCH(int32_t, t, (2, 3)),
        PL_IN (float, x, (24), PL_BLOCKSPEC((B), (t[i][j]))),
        PL_OUT(float, z, (32), PL_BLOCKSPEC((B), (4 * i + j))))

PL_CALL(empty, copy, PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((0), (i))))
