// PL_DOTs into planes of a block: on a GPU a lane has its part of each plane in registers, and the loops that select one are
// unrolled. A plane that a loop of run-time length selects is in memory.
#include <pallas.h>

enum { H = 2, M = 16, N = 16, K = 8 };

PL_KERNEL(heads_kernel, PL_SCALAR(int, used), PL_REF(const float, x, M, K), PL_REF(const float, y, H, K, N),
          PL_REF(float, z, H, M, N), PL_REF(float, more, H, M, N))
{
    PL_TILE(float, acc, 1, M, N);
    PL_VIEW(float, only, acc[0], M, N);
    PL_FILL(acc, 0);
    PL_FILL(z, 0);
    PL_FILL(more, 0);
    for (int h = 0; h < H; h++) {
        PL_VIEW(const float, right, y[h], K, N);
        PL_VIEW(float, part, z[h], M, N);
        PL_DOT(part, x, right);
        PL_DOT(only, x, right);
    }
    PL_LOOP (h, 0, used) {
        PL_VIEW(const float, right, y[h], K, N);
        PL_VIEW(float, part, more[h], M, N);
        PL_DOT(part, x, right);
    }
    PL_EACH ((h, H), (r, M), (c, N))
        z[h][r][c] -= acc[0][r][c];
}

PL_CALL(heads, heads_kernel, PL_SIZES(m), PL_SCALAR(int, used), PL_GRID((i, PL_CDIV(m, M))),
        PL_IN (float, x, (m, K), PL_BLOCKSPEC((M, K), (i, 0))),
        PL_IN (float, y, (H, K, N), PL_WHOLE),
        PL_OUT(float, z, (H, m, N), PL_BLOCKSPEC((H, M, N), (0, i, 0))),
        PL_OUT(float, more, (H, m, N), PL_BLOCKSPEC((H, M, N), (0, i, 0))))
