// row_reductions.c -- reductions along the rows of a block, whose results other statements of the row need.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { M = 3, R = 8, C = 64 };

// ---- Into an element, which all lanes of the row read ----

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

// ---- A row in registers: a tile of each iteration, in which every loop accesses its own columns ----

enum { ROWS = 13, LONG = 300, SHORT = 40 };

PL_KERNEL(share_out_kernel, PL_REF(const float, x, R, LONG), PL_REF(float, z, R, LONG))
{
    PL_EACH ((r, R)) {
        PL_TILE(float, part, LONG);
        float least = 1e6f, sum = 0;
        PL_REDUCE (least, PL_MIN, (c, LONG), x[r][c]);
        PL_EACH ((c, LONG))
            part[c] = x[r][c] - least;
        PL_EACH ((c, 150))
            part[c] += 1;
        PL_REDUCE (sum, PL_ADD, (c, LONG), part[c]);
        PL_EACH ((c, LONG))
            z[r][c] = part[c] + sum;
    }
}

PL_CALL(share_out, share_out_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (float, x, (m, LONG), PL_BLOCKSPEC((R, LONG), (i, 0))),
        PL_OUT(float, z, (m, LONG), PL_BLOCKSPEC((R, LONG), (i, 0))))

// The same, except for one loop that accesses the columns of others.
PL_KERNEL(turn_round_kernel, PL_REF(const float, x, R, SHORT), PL_REF(float, z, R, SHORT))
{
    PL_EACH ((r, R)) {
        PL_TILE(float, part, SHORT);
        float sum = 0;
        PL_EACH ((c, SHORT))
            part[c] = 2 * x[r][c];
        PL_REDUCE (sum, PL_ADD, (c, SHORT), part[c]);
        PL_EACH ((c, SHORT))
            z[r][c] = part[SHORT - 1 - c] + sum;
    }
}

PL_CALL(turn_round, turn_round_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (float, x, (m, SHORT), PL_BLOCKSPEC((R, SHORT), (i, 0))),
        PL_OUT(float, z, (m, SHORT), PL_BLOCKSPEC((R, SHORT), (i, 0))))

TEST(rows_in_tiles)
{
    static float x[ROWS][LONG], z[ROWS][LONG];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < LONG; c++)
            x[r][c] = (float)((7 * r + 5 * c) % 23);
    EXPECT(share_out(ROWS, *x, *z) == 0);
    for (int r = 0; r < ROWS; r++) {
        float least = 1e6f, sum = 0;
        for (int c = 0; c < LONG; c++)
            least = x[r][c] < least ? x[r][c] : least;
        for (int c = 0; c < LONG; c++)
            sum += x[r][c] - least + (float)(c < 150);
        for (int c = 0; c < LONG; c++)
            EXPECT(z[r][c] == x[r][c] - least + (float)(c < 150) + sum);
    }
    static float short_rows[ROWS][SHORT], turned[ROWS][SHORT];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < SHORT; c++)
            short_rows[r][c] = x[r][c];
    EXPECT(turn_round(ROWS, *short_rows, *turned) == 0);
    for (int r = 0; r < ROWS; r++) {
        float sum = 0;
        for (int c = 0; c < SHORT; c++)
            sum += 2 * x[r][c];
        for (int c = 0; c < SHORT; c++)
            EXPECT(turned[r][c] == 2 * x[r][SHORT - 1 - c] + sum);
    }
}

// ---- Vectors of eight: rows that are also stored in a type of one byte ----

PL_KERNEL(eights_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 4, n), PL_REF(const int32_t, y, 4, n), PL_REF(int8_t, q, 4, n),
          PL_REF(float, s, 4, 5))
{
    PL_EACH ((r, 4)) {
        float most = -INFINITY, least = INFINITY, sum = 0, product = 1;
        int32_t bits = 0;
        PL_REDUCE (most, PL_MAX, (c, n), x[r][c]);
        PL_REDUCE (least, PL_MIN, (c, n), x[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, n), x[r][c]);
        PL_REDUCE (product, PL_MUL, (c, n), x[r][c] < 0 ? -1 : 1);
        PL_REDUCE (bits, PL_XOR, (c, n), y[r][c]);
        PL_EACH ((c, n))
            q[r][c] = (int8_t)(x[r][c] - least);
        s[r][0] = most;
        s[r][1] = least;
        s[r][2] = sum;
        s[r][3] = product;
        s[r][4] = (float)bits;
    }
}

PL_CALL(eights, eights_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, 4))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((4, PL_FULL), (i, 0))),
        PL_IN (int32_t, y, (m, n), PL_BLOCKSPEC((4, PL_FULL), (i, 0))),
        PL_OUT(int8_t, q, (m, n), PL_BLOCKSPEC((4, PL_FULL), (i, 0))),
        PL_OUT(float, s, (m, 5), PL_BLOCKSPEC((4, 5), (i, 0))))

static void try_eights(long n)
{
    enum { MANY = 8, MOST_COLUMNS = 328 };
    static float x[MANY * MOST_COLUMNS], s[MANY][5];
    static int32_t y[MANY * MOST_COLUMNS];
    static int8_t q[MANY * MOST_COLUMNS];
    for (long at = 0; at < MANY * n; at++)
        x[at] = (float)(at * 11 % 37 - 17), y[at] = (int32_t)(at * 29 % 101);
    EXPECT(eights(MANY, n, x, y, q, *s) == 0);
    for (long r = 0; r < MANY; r++) {
        float most = x[r * n], least = x[r * n], sum = 0, product = 1;
        int32_t bits = 0, wrong = 0;
        for (long c = 0; c < n; c++) {
            const float v = x[r * n + c];
            most = v > most ? v : most, least = v < least ? v : least, sum += v, product *= v < 0 ? -1 : 1;
            bits ^= y[r * n + c];
        }
        for (long c = 0; c < n; c++)
            wrong += q[r * n + c] != (int8_t)(x[r * n + c] - least);
        EXPECT(s[r][0] == most && s[r][1] == least && s[r][2] == sum && s[r][3] == product && s[r][4] == (float)bits && wrong == 0);
    }
}

TEST(vectors_of_eight)
{
    try_eights(328);                                // a multiple of eight
    try_eights(301);
}

int main(void)
{
    RUN(elements);
    RUN(reversed_rows);
    RUN(rows_in_tiles);
    RUN(vectors_of_eight);
    return test_end();
}
