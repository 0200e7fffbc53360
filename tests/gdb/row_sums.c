// row_sums.c -- the sum of each row, a block of columns at a time; the mask of the partial block is wrong on purpose.
// docs/debugging.md finds the reason; mask.gdb has the commands of that session.

#include <pallas.h>
#include <stdio.h>

enum { BM = 4, BN = 8 };

PL_KERNEL(row_sums_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, BM, BN),
          PL_REF(float, sums, BM))
{
    PL_TILE(float, kept, BM, BN);
    PL_WHEN (PL_FIRST(1))
        PL_FILL(sums, 0);
    PL_EACH ((r, BM), (c, BN)) {
        long column = PL_PROGRAM_ID(1) * BN + c;
        kept[r][c] = column <= n ? x[r][c] : 0;
    }
    PL_EACH ((r, BM))
        PL_REDUCE (sums[r], PL_ADD, (c, BN), kept[r][c]);
}

PL_CALL(row_sums, row_sums_kernel,
        PL_SIZES(m), PL_SCALAR(long, n),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, sums, (m), PL_BLOCKSPEC((BM), (i))))

int main(void)
{
    enum { M = 6, N = 13 };
    float x[M * N], sums[M];
    for (int e = 0; e < M * N; e++)
        x[e] = (float)(e % 10);
    if (row_sums(M, N, x, sums))
        return 1;
    for (int r = 0; r < M; r++)
        printf("row %d: %g\n", r, (double)sums[r]);
    return 0;
}
