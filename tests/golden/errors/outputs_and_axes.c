// options: --check
// Outputs whose windows overlap along a parallel axis, or are revisited; axes that cannot be proved.

#include <pallas.h>

PL_KERNEL(fill, PL_REF(float, z, 4)) { PL_FILL(z, 1); }
PL_KERNEL(fill_listed, PL_SMEM_REF(const int32_t, t, 8), PL_REF(float, z, 4)) { PL_FILL(z, (float)t[0]); }
PL_KERNEL(count, PL_REF(int32_t, z, 4)) { z[0]++; }

PL_CALL(one_block, fill, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, n)), PL_OUT(float, z, (4), PL_WHOLE))
PL_CALL(every_other, fill, PL_GRID(PL_PARALLEL(i, 4)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i / 2))))
PL_CALL(windows, fill, PL_GRID(PL_PARALLEL(i, 2)), PL_OUT(float, z, (7), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (3 * i))))
PL_CALL(shared, count, PL_GRID(PL_PARALLEL(i, 2)), PL_INOUT(int32_t, z, (4), PL_BLOCKSPEC((4), (0))))
PL_CALL(batch, fill_listed, PL_BATCH(b, 3, t), PL_GRID((i, 2)), PL_PREFETCH(int32_t, t, (8)),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(outer_axis, fill, PL_SIZES(m, n), PL_GRID((k, m), (i, n)), PL_OUT(float, z, (4 * n), PL_BLOCKSPEC((4), (i))))
PL_CALL(modulo, fill, PL_GRID((i, 4)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i % 2))))
PL_CALL(back_and_forth, fill, PL_GRID((i, 5)), PL_OUT(float, z, (12), PL_BLOCKSPEC((4), (i < 3 ? i : 4 - i))))
PL_CALL(halo, fill, PL_GRID((i, 3)), PL_OUT(float, z, (8), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (2 * i))))

PL_CALL(listed, fill_listed, PL_GRID((i, 8)), PL_PREFETCH(int32_t, t, (8)),
        PL_OUT(float, z, (32), PL_BLOCKSPEC((4), (t[i]))))
PL_CALL(listed_parallel, fill_listed, PL_GRID(PL_PARALLEL(i, 8)), PL_PREFETCH(int32_t, t, (8)),
        PL_OUT(float, z, (32), PL_BLOCKSPEC((4), (t[i]))))

// These are right, and proved to be.
PL_CALL(digits, fill, PL_GRID(PL_PARALLEL(i, 3), PL_PARALLEL(j, 2)),
        PL_OUT(float, z, (24), PL_BLOCKSPEC((4), (2 * i + j))))
PL_CALL(rows, fill, PL_SIZES(m, n), PL_GRID((i, m), (j, n)),
        PL_OUT(float, z, (4 * m * n), PL_BLOCKSPEC((4), (i * n + j))))
PL_CALL(backwards, fill, PL_SIZES(n), PL_GRID((i, n)), PL_OUT(float, z, (4 * n), PL_BLOCKSPEC((4), (n - 1 - i))))
PL_CALL(strided, fill, PL_SIZES(n), PL_GRID((i, n)), PL_OUT(float, z, (8 * n), PL_BLOCKSPEC((4), (2 * i + 1))))
PL_CALL(elements, fill, PL_GRID((i, 3)), PL_OUT(float, z, (13), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (4 * i + 1))))
PL_CALL(stays, fill, PL_SIZES(n), PL_GRID((i, n), (k, 4)), PL_OUT(float, z, (4 * n), PL_BLOCKSPEC((4), (i))))
PL_CALL(returns, fill, PL_GRID((k, 2), (i, 2)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i), PL_REVISIT_ANY)))
PL_CALL(returns_read, count, PL_GRID((k, 2), (i, 2)), PL_INOUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

// A map that counts elements where it should count blocks, or the other way round.
PL_KERNEL(smooth, PL_REF(const float, x, 6), PL_REF(float, z, 4)) { PL_EACH ((c, 4)) z[c] = x[c] + x[c + 2]; }
PL_CALL(output_by_one, fill, PL_GRID((i, 4)), PL_OUT(float, z, (8), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (i))))
PL_CALL(input_by_one, smooth, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 4)), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
PL_CALL(input_right, smooth, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 4)), (i * 4))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
