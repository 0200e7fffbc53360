// options: --check
// Calls that do not fit their kernels: number and order of parts, types, const, ranks, extents, places.

#include <pallas.h>

PL_KERNEL(add, PL_SCALAR(float, by), PL_SMEM_REF(const int32_t, t, 4), PL_REF(const float, x, 4, 8),
          PL_REF(float, z, 4, 8))
{
    PL_EACH ((r, 4), (c, 8))
        z[r][c] = x[r][c] + by + (float)t[r];
}

PL_KERNEL(copy, PL_REF(const float, x, 4), PL_REF(const float, y, 4), PL_REF(float, z, 4), PL_SMEM_REF(int32_t, n, 1))
{
    n[0] = 0;
    PL_EACH ((c, 4))
        z[c] = x[c] - y[c];
}

PL_CALL(types, add, PL_SCALAR(double, by), PL_GRID((i, 2)), PL_PREFETCH(int64_t, t, (4)),
        PL_IN (int32_t, x, (8, 8), PL_BLOCKSPEC((4, 8), (i, 0))),
        PL_OUT(pl_bf16, z, (8, 8), PL_BLOCKSPEC((4, 8), (i, 0))))

PL_CALL(ranks, add, PL_SCALAR(float, by), PL_GRID((i, 2)), PL_PREFETCH(int32_t, t, (2, 2)),
        PL_IN (float, x, (8, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))),
        PL_OUT(float, z, (2, 4, 8), PL_BLOCKSPEC((1, 4, 8), (i, 0, 0))))

PL_CALL(extents, add, PL_SCALAR(float, by), PL_GRID((i, 2)), PL_PREFETCH(int32_t, t, (5)),
        PL_IN (float, x, (8, 8), PL_BLOCKSPEC((8, 4), (i, 0))),
        PL_OUT(float, z, (8, 9), PL_BLOCKSPEC((PL_ELEMENT(4, 1, 1), PL_FULL), (4 * i, 0))))

PL_CALL(kinds, add, PL_GRID((i, 2)), PL_IN(float, by, (4), PL_WHOLE), PL_SCALAR(int32_t, t),
        PL_OUT(float, z, (8, 8), PL_BLOCKSPEC((4, 8), (i, 0))),
        PL_IN (float, x, (8, 8), PL_BLOCKSPEC((4, 8), (i, 0))))

PL_CALL(in_and_out, copy, PL_GRID((i, 2)),
        PL_INOUT(float, a, (8), PL_BLOCKSPEC((4), (i))),
        PL_IN(float, b, (8), PL_BLOCKSPEC((4), (i))), PL_IN(float, c, (8), PL_BLOCKSPEC((4), (i))),
        PL_SCRATCH_SMEM(int32_t, (1)))

PL_CALL(swapped, copy, PL_GRID((i, 2)),
        PL_IN(float, y, (8), PL_BLOCKSPEC((4), (i))), PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))), PL_SCRATCH(int32_t, (1)))
