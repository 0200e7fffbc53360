// One row too many is written to a PL_TILE. A guard is at least one row long, even if rows are long.

#include <pallas.h>

enum { M = 4, N = 128 };

PL_KERNEL(k,
          PL_REF(const float, x, M, N),
          PL_REF(float, z, M, N))
{
    PL_TILE(float, t, M, N);
    PL_EACH ((r, M + 1), (c, N))
        t[r][c] = x[r % M][c];
    PL_ASSIGN(z, t);
}

PL_CALL(call, k,
        PL_GRID((i, 2)),
        PL_IN (float, x, (2 * M, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, z, (2 * M, N), PL_BLOCKSPEC((M, N), (i, 0))))

int main(void)
{
    static float x[2 * M][N], z[2 * M][N];
    return call(&x[0][0], &z[0][0]);
}
