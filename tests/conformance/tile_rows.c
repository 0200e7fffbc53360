// tile_rows.c -- rows of run-time length in tiles of constant size: the tiles are in registers.

#include <pallas.h>
#include "../test.h"

enum { R = 8, ROWS = 13, LONG = 300, SHORT = 40, MOST = 200 };

PL_KERNEL(normalize_kernel, PL_SCALAR(long, n), PL_REF(const float, x, R, n), PL_REF(float, z, R, n))
{
    PL_EACH ((r, R)) {
        PL_TILE(float, row, MOST);
        float top = -INFINITY, sum = 0;
        PL_EACH ((c, n))
            row[c] = x[r][c];
        PL_REDUCE (top, PL_MAX, (c, n), row[c]);
        PL_EACH ((c, n))
            row[c] = top - row[c];
        PL_REDUCE (sum, PL_ADD, (c, n), row[c]);
        PL_EACH ((c, n))
            z[r][c] = sum - row[c];
    }
}

PL_CALL(normalize, normalize_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((R, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((R, PL_FULL), (i, 0))))

// A program per row: all work-items of the group share it.
PL_KERNEL(normalize_one_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 1, n), PL_REF(float, z, 1, n))
{
    PL_TILE(float, row, MOST);
    float top = -INFINITY, sum = 0;
    PL_EACH ((c, n))
        row[c] = x[0][c];
    PL_REDUCE (top, PL_MAX, (c, n), row[c]);
    PL_EACH ((c, n))
        row[c] = top - row[c];
    PL_REDUCE (sum, PL_ADD, (c, n), row[c]);
    PL_EACH ((c, n))
        z[0][c] = sum - row[c];
}

PL_CALL(normalize_one, normalize_one_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((1, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((1, PL_FULL), (i, 0))))

// Several rows per work-item, in a tile of two dims.
PL_KERNEL(normalize_all_kernel, PL_SCALAR(long, n), PL_REF(const float, x, R, n), PL_REF(float, z, R, n))
{
    PL_TILE(float, rows, R, MOST);
    PL_TILE(float, top, R);
    PL_EACH ((r, R), (c, n))
        rows[r][c] = x[r][c];
    PL_EACH ((r, R)) {
        float most = -INFINITY, sum = 0;
        PL_REDUCE (most, PL_MAX, (c, n), rows[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, n), most - rows[r][c]);
        top[r] = sum - most;
    }
    PL_EACH ((r, R), (c, n))
        z[r][c] = rows[r][c] + top[r];
}

PL_CALL(normalize_all, normalize_all_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((R, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((R, PL_FULL), (i, 0))))

// Loops that pass the end of the tile, and so access it under a condition.
PL_KERNEL(begin_kernel, PL_SCALAR(long, n), PL_SCALAR(int, times), PL_REF(const float, x, R, n), PL_REF(float, z, R, n))
{
    PL_EACH ((r, R)) {
        PL_TILE(float, begin, SHORT);
        float sum = 0;
        PL_EACH ((c, SHORT))
            begin[c] = (float)c;
        PL_EACH ((c, n)) {
            z[r][c] = x[r][c];
            if (c < SHORT)
                begin[c] += x[r][c];
        }
        PL_EACH ((c, n)) {
            z[r][c] += 1;
            for (int t = 0; t < times; t++)
                begin[c] += 1;
        }
        PL_REDUCE (sum, PL_ADD, (c, SHORT), begin[c]);
        PL_EACH ((c, n))
            z[r][c] += sum;
    }
}

PL_CALL(begins, begin_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_SCALAR(int, times), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((R, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((R, PL_FULL), (i, 0))))

static void try_rows(long m, long n)
{
    static float x[ROWS * LONG], z[4][ROWS * LONG];
    int wrong = 0;
    for (long i = 0; i < m * n; i++)
        x[i] = (float)(i * 7 % 23 - i % 5);
    EXPECT(n > MOST || normalize(m, n, x, z[0]) == 0);
    EXPECT(n > MOST || normalize_one(m, n, x, z[1]) == 0);
    EXPECT(n > MOST || normalize_all(m, n, x, z[2]) == 0);
    EXPECT(begins(m, n, 0, x, z[3]) == 0);
    for (long r = 0; r < m; r++) {
        float top = -INFINITY, sum = 0, begin = SHORT * (SHORT - 1) / 2;
        for (long c = 0; c < n; c++)
            top = x[r * n + c] > top ? x[r * n + c] : top, begin += c < SHORT ? x[r * n + c] : 0;
        for (long c = 0; c < n; c++)
            sum += top - x[r * n + c];
        for (long i = r * n; i < (r + 1) * n; i++) {
            for (int k = 0; k < 3; k++)
                wrong += n <= MOST && z[k][i] != sum - top + x[i];
            wrong += z[3][i] != x[i] + 1 + begin;
        }
    }
    EXPECT(wrong == 0);
}

TEST(rows_of_run_time_length)
{
    try_rows(ROWS, 1);
    try_rows(ROWS, 37);
    try_rows(R, 128);
    try_rows(ROWS, MOST);
    try_rows(ROWS, LONG);
}

int main(void)
{
    RUN(rows_of_run_time_length);
    return test_end();
}
