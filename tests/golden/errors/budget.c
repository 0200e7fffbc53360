// options: --check --budget=48K
// A tile that exceeds the local memory of a work-group.

#include <pallas.h>

enum { M = 64, N = 256 };

PL_KERNEL(flip, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_TILE(float, t, M, N);
    PL_EACH ((r, M), (c, N))
        t[r][c] = x[r][c];
    PL_EACH ((r, M), (c, N))
        z[r][c] = t[M - 1 - r][c];
}

PL_CALL(flip_rows, flip,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, M))),
        PL_IN (float, x, (n, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, z, (n, N), PL_BLOCKSPEC((M, N), (i, 0))))
