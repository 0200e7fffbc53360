// Rows of a block that lanes share: sums that meet in one row, and elements of it that another lane wrote. Where lanes
// of a warp exchange registers no barrier stands in a row, or one of the warp.
#include <pallas.h>

PL_KERNEL(share_kernel, PL_REF(const float, x, 8, 64), PL_REF(float, total, 8), PL_REF(float, z, 8, 64))
{
    PL_EACH ((r, 8)) {
        total[r] = 1;
        PL_REDUCE (total[r], PL_ADD, (c, 64), x[r][c]);
        PL_EACH ((c, 64))
            z[r][c] = x[r][c] / total[r];
    }
}

PL_CALL(share, share_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN (float, x, (m, 8, 64), PL_BLOCKSPEC((PL_NONE, 8, 64), (i, 0, 0))),
        PL_OUT(float, total, (m, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))),
        PL_OUT(float, z, (m, 8, 64), PL_BLOCKSPEC((PL_NONE, 8, 64), (i, 0, 0))))

// Rows of run-time length in a tile of constant size.
PL_KERNEL(scaled_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 8, n), PL_REF(float, z, 8, n))
{
    PL_EACH ((r, 8)) {
        PL_TILE(float, row, 1024);
        float most = -INFINITY;
        PL_EACH ((c, n))
            row[c] = fabsf(x[r][c]);
        PL_REDUCE (most, PL_MAX, (c, n), row[c]);
        PL_EACH ((c, n))
            z[r][c] = row[c] / most;
    }
}

PL_CALL(scaled, scaled_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m / 8)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((8, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((8, PL_FULL), (i, 0))))

// What an earlier statement wrote: all rows of lanes wait once, before the first of their iterations.
PL_KERNEL(columns_kernel, PL_REF(const float, x, 32, 64), PL_REF(float, total, 64))
{
    PL_FILL(total, 0);
    PL_EACH ((c, 64))
        PL_REDUCE (total[c], PL_ADD, (r, 32), x[r][c]);
}

PL_CALL(columns, columns_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN (float, x, (m, 32, 64), PL_BLOCKSPEC((PL_NONE, 32, 64), (i, 0, 0))),
        PL_OUT(float, total, (m, 64), PL_BLOCKSPEC((PL_NONE, 64), (i, 0))))
