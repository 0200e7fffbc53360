// Sums of columns: loops within PL_EACH, which run outside of the vectors of a row.
#include <pallas.h>

enum { BM = 8, BN = 64 };

PL_KERNEL(spread_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(float, z, BN))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, BN)) {
        float sum = 0, squares = 0;
        PL_REDUCE (sum, PL_ADD, (r, BM), x[r][c]);
        const float share = 1.0f / BM;
        for (int r = 0; r < BM; r++) {
            float off = x[r][c] - share * sum;
            squares += off * off;
        }
        z[c] += squares;
    }
}

PL_CALL(spread, spread_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(n, BN)), (i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BN), (j))))

// Columns of a tile, which PL_DOT reads: where lanes are in warps, its rows have gaps.
PL_KERNEL(weigh_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(const float, y, BN, BN),
          PL_REF(float, z, BM, BN))
{
    PL_TILE(float, twice, BM, BN);
    PL_EACH ((r, BM), (c, BN))
        twice[r][c] = 2 * x[r][c];
    PL_FILL(z, 0);
    PL_DOT(z, twice, y);
}

PL_CALL(weigh, weigh_kernel,
        PL_SIZES(m),
        PL_GRID((i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_IN (float, y, (BN, BN), PL_BLOCKSPEC((BN, BN), (0, 0))),
        PL_OUT(float, z, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))))
