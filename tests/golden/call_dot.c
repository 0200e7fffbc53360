// Matrices: PL_DOT of every kind, a window that stays while programs go on, tiles, views, whole-block statements.
#include <pallas.h>

enum { BM = 8, BN = 8, BK = 4 };

PL_KERNEL(product_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, y, BN, BK),
          PL_REF(const pl_bf16, w, BK, BN),
          PL_REF(float, z, BM, BN),
          PL_REF(float, total, BM, BN),
          PL_REF(float, room, BM, BN))
{
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(z, 0);
        PL_FILL(room, 0);
    } else {
        PL_DOT(room, x, w);
    }
    PL_DOT(z, x, PL_T(y));
    PL_WHEN (PL_LAST(2)) {
        PL_TILE(float, half, BM, BN);
        PL_ASSIGN(half, room);
        PL_VIEW(float, lower, &half[BM / 2], BM / 2, BN);
        PL_EACH ((r, BM / 2), (c, BN))
            lower[r][c] /= 2;
        PL_EACH ((r, BM), (c, BN))
            total[r][c] = z[r][c] + half[r][c];
    }
}

PL_CALL(product, product_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), PL_ARBITRARY(l, k / BK)),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_BUFFERED(3))),
        PL_IN (float, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_LOOKAHEAD)),
        PL_IN (pl_bf16, w, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(pl_to_bf16(0)))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, total, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))
