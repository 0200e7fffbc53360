// The dims of an array are counted without those of PL_BATCH, as in its PL_BLOCKSPEC.
#include <pallas.h>

PL_KERNEL(halo_kernel, PL_REF(const float, x, 10, 8), PL_REF(float, z, 8, 8))
{
    PL_EACH ((r, 8), (c, 8)) z[r][c] = x[r][c] + x[r + 2][c];
}

PL_CALL(halo, halo_kernel, PL_SIZES(batch, m, n), PL_BATCH(b, batch, x, z), PL_GRID((i, PL_CDIV(m, 8)), (j, PL_CDIV(n, 8))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_ELEMENT(10, 1, PL_CDIV(m, 8) * 8 - m + 1), 8), (i * 8, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((8, 8), (i, j))))
