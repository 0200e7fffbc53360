// row_folds.c -- reductions along the rows of a block, whose results the rest of the row needs.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { M = 3, R = 8, C = 64 };

// ---- Into an element, which all of the row reads ----

PL_KERNEL(share_kernel, PL_REF(const float, x, R, C), PL_REF(float, total, R), PL_REF(float, z, R, C))
{
    PL_EACH ((r, R)) {
        total[r] = 1;
        PL_REDUCE (total[r], PL_ADD, (c, C), x[r][c]);
        PL_EACH ((c, C))
            z[r][c] = x[r][c] * total[r];
    }
}

PL_CALL(share, share_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN (float, x, (m, R, C), PL_BLOCKSPEC((PL_NONE, R, C), (i, 0, 0))),
        PL_OUT(float, total, (m, R), PL_BLOCKSPEC((PL_NONE, R), (i, 0))),
        PL_OUT(float, z, (m, R, C), PL_BLOCKSPEC((PL_NONE, R, C), (i, 0, 0))))

TEST(elements)
{
    static float x[M][R][C], total[M][R], z[M][R][C];
    for (int i = 0; i < M; i++)
        for (int r = 0; r < R; r++)
            for (int c = 0; c < C; c++)
                x[i][r][c] = (float)((i + 3 * r + 5 * c) % 7);
    EXPECT(share(M, **x, *total, **z) == 0);
    for (int i = 0; i < M; i++)
        for (int r = 0; r < R; r++) {
            float sum = 1;
            for (int c = 0; c < C; c++)
                sum += x[i][r][c];
            EXPECT(total[i][r] == sum);
            for (int c = 0; c < C; c++)
                EXPECT(z[i][r][c] == x[i][r][c] * sum);
        }
}

// ---- Reversed: a row of a tile is written by its lanes, and read by others of the row ----

PL_KERNEL(reverse_kernel, PL_REF(const int32_t, x, R, C), PL_REF(int32_t, z, R, C))
{
    PL_TILE(int32_t, t, R, C);
    PL_EACH ((r, R)) {
        int32_t top = INT32_MIN, last = 0;
        PL_REDUCE (top, PL_MAX, (c, C), x[r][c]);
        PL_EACH ((c, C))
            t[r][c] = top - x[r][c];
        PL_REDUCE (last, PL_ADD, (c, C), t[r][C - 1 - c] * (c == 0));
        PL_EACH ((c, C))
            z[r][c] = t[r][C - 1 - c] + last;
    }
}

PL_CALL(reverse, reverse_kernel, PL_GRID((i, M)),
        PL_IN (int32_t, x, (M, R, C), PL_BLOCKSPEC((PL_NONE, R, C), (i, 0, 0))),
        PL_OUT(int32_t, z, (M, R, C), PL_BLOCKSPEC((PL_NONE, R, C), (i, 0, 0))))

TEST(reversed_rows)
{
    static int32_t x[M][R][C], z[M][R][C];
    for (int i = 0; i < M; i++)
        for (int r = 0; r < R; r++)
            for (int c = 0; c < C; c++)
                x[i][r][c] = (7 * i + 11 * r + 13 * c) % 101;
    EXPECT(reverse(**x, **z) == 0);
    for (int i = 0; i < M; i++)
        for (int r = 0; r < R; r++) {
            int32_t top = 0;
            for (int c = 0; c < C; c++)
                top = x[i][r][c] > top ? x[i][r][c] : top;
            for (int c = 0; c < C; c++)
                EXPECT(z[i][r][c] == top - x[i][r][C - 1 - c] + top - x[i][r][C - 1]);
        }
}

int main(void)
{
    RUN(elements);
    RUN(reversed_rows);
    return test_end();
}
