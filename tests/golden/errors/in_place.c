// options: --check
// PL_IN_PLACE promises that rows of a block are accessed one by one: pallasc checks the promise for any target.

#define PL_IN_PLACE 1
#include <pallas.h>

enum { M = 4, N = 6 };

static float sum_of(const float (*rows)[N], int m)
{
    float sum = 0;
    for (int r = 0; r < m; r++)
        for (int c = 0; c < N; c++)
            sum += rows[r][c];
    return sum;
}

static float row_sum(const float *row, int n)
{
    float sum = 0;
    for (int c = 0; c < n; c++)
        sum += row[c];
    return sum;
}

PL_FUNCTION(void, scale, PL_REF(float, v, M, N), PL_SCALAR(float, by))
{
    PL_EACH ((r, M), (c, N))
        v[r][c] *= by;
}

PL_KERNEL(sums_kernel, PL_REF(const float, x, M, N), PL_REF(const float, cube, 2, M, N), PL_REF(float, z, M, N))
{
    PL_TILE(float, t, M, N);
    PL_ASSIGN(t, x);                                        // right: it knows where rows are
    PL_VIEW(const float, half, &x[2], 2, N);                 // right
    float all = row_sum(x[1], N) + row_sum(cube[1][2], N);  // right: a row is one piece
    all += sum_of(t, M);                                    // right: a tile lies in memory of its own
    PL_EACH ((r, M), (c, N))
        z[r][c] = x[r][c] + all + half[0][c];
    scale(PL_PASS(z), (float)PL_DIM(x, 1));                 // right
    z[0][0] = sum_of(x, M);
    z[0][1] = sum_of(half, 2);
    z[0][2] = sum_of(cube[1], M);
}

PL_CALL(sums, sums_kernel, PL_GRID((i, 2)),
        PL_IN (float, x, (M, 2 * N), PL_BLOCKSPEC((M, N), (0, i))),
        PL_IN (float, cube, (2, M, N), PL_WHOLE),
        PL_OUT(float, z, (M, 2 * N), PL_BLOCKSPEC((M, N), (0, i))))
