// options: --check
// Copies that are started and never waited for: to a tile, and to scratch, in a kernel that waits for others only.

#include <pallas.h>

PL_KERNEL(sums_kernel, PL_ANY_REF(const float, x, 1), PL_REF(float, z, 4), PL_REF(float, s, 4), PL_REF(float, t, 4), PL_DMA_SEM(one), PL_DMA_SEM(other))
{
    PL_TILE(float, tile, 4);
    PL_ASYNC_COPY(PL_AT(x, PL_DS(0, 4)), tile, one);
    PL_ASYNC_COPY(PL_AT(x, PL_DS(4, 4)), s, one);
    pl_copy waited = PL_ASYNC_COPY(PL_AT(x, PL_DS(8, 4)), t, other);
    pl_wait(&waited);
    PL_EACH ((c, 4))
        z[c] = tile[c] + s[c] + t[c];
}

PL_CALL(sums, sums_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (12), PL_ANY),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))),
        PL_SCRATCH(float, (4)), PL_SCRATCH(float, (4)), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())
