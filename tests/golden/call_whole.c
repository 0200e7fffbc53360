// call_whole.c -- blocks that need no masks and no checks of their indices, as the grid counts just the whole ones: by a
// division, and by a size that the extent is a multiple of.

#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(const float, x, 4, 32), PL_REF(const float, y, 2, 32), PL_REF(float, z, 4, 32))
{
    PL_EACH ((r, 4), (c, 32))
        z[r][c] = x[r][c] + y[r / 2][c];
}

PL_CALL(add, add_kernel, PL_SIZES(m, n), PL_GRID((i, m), (j, n / 32)),
        PL_IN (float, x, (4 * m, n), PL_BLOCKSPEC((4, 32), (i, j))),
        PL_IN (float, y, (m * 2, n), PL_BLOCKSPEC((2, 32), (i, j))),
        PL_OUT(float, z, (4 * m, n), PL_BLOCKSPEC((4, 32), (i, j))))
