// tour.c -- a correct kernel to inspect in gdb: a table, a partial block, scratch, a tile, a view, a helper, small floats.
//
// z[i][c] = w[c] · (the sum of column c, c + 4, c + 8 over rows 4i to 4i + 3 of x), with the column blocks in the order
// of a table. All numbers are small integers, so the values that gdb prints are exact.

#include <pallas.h>
#include <stdio.h>

enum { BM = 4, BN = 4 };

PL_FUNCTION(void, add_rows, PL_REF(const float, rows, 2, BN), PL_REF(float, sum, BN))
{
    PL_EACH ((c, BN))
        PL_REDUCE (sum[c], PL_ADD, (r, 2), rows[r][c]);
}

PL_KERNEL(tour_kernel,
          PL_SMEM_REF(const int32_t, order, 3),
          PL_REF(const float, x, BM, BN),
          PL_REF(const pl_bf16, w, BN),
          PL_REF(float, z, BN),
          PL_REF(float, total, BN))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(total, 0);
    PL_TILE(float, twice, BM, BN);
    PL_EACH ((r, BM), (c, BN)) {
        float element = x[r][c];
        twice[r][c] = 2 * element;
    }
    PL_VIEW(const float, lower, &x[2], 2, BN);
    add_rows(PL_PASS(lower), PL_PASS(total));
    PL_EACH ((c, BN))
        total[c] += (twice[0][c] + twice[1][c]) / 2;
    PL_WHEN (PL_LAST(1))
        PL_EACH ((c, BN))
            z[c] = pl_to_f32(w[c]) * total[c];
}

PL_CALL(tour, tour_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m / BM), (k, PL_CDIV(n, BN))),
        PL_PREFETCH(int32_t, order, (3)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, order[k]), PL_EDGE(0))),
        PL_IN (pl_bf16, w, (BN), PL_WHOLE),
        PL_OUT(float, z, (m / BM, BN), PL_BLOCKSPEC((PL_NONE, BN), (i, 0))),
        PL_SCRATCH(float, (BN)))

int main(void)
{
    enum { M = 20, N = 10 };
    const int32_t order[3] = { 0, 2, 1 };
    float x[M * N], z[M] = { 0 };
    pl_bf16 w[BN];
    for (int e = 0; e < M * N; e++)
        x[e] = (float)e;
    for (int c = 0; c < BN; c++)
        w[c] = pl_to_bf16((float)c - 1.5f);
    if (tour(M, N, order, x, w, z))
        return 1;
    printf("z[2] = %g %g %g %g\n", (double)z[8], (double)z[9], (double)z[10], (double)z[11]);
    return 0;
}
