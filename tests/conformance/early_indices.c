// Index maps of which a part is the same in all steps: it is computed, and checked, before the loop over them.

#include <pallas.h>
#include "../test.h"

enum { BM = 4, BN = 8, BK = 4, GROUP = 3, M = 30, N = 41, K = 19, MOST = 48 * 48 };

static float x[MOST], y[MOST], z[MOST];

static void fill(void)
{
    for (int e = 0; e < MOST; e++)
        x[e] = (float)(e * 37 % 23 - 11), y[e] = (float)(e * 29 % 19 - 9);
}

static float product_at(int r, int c, int from_y)
{
    float sum = 0;
    for (int l = 0; l < K; l++)
        sum += x[r * K + l] * y[from_y + l * N + c];
    return sum;
}

PL_KERNEL(multiply_kernel, PL_REF(const float, a, BM, BK), PL_REF(const float, b, BK, BN), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
}

// ---- Tiles in groups of rows, of which the last has fewer ----

#define ROWS PL_CDIV(m, BM)
#define COLUMNS PL_CDIV(n, BN)
#define TOP (t / (GROUP * COLUMNS) * GROUP)
#define HEIGHT (ROWS - TOP < GROUP ? ROWS - TOP : GROUP)
#define ROW (TOP + t % (GROUP * COLUMNS) % HEIGHT)
#define COLUMN (t % (GROUP * COLUMNS) / HEIGHT)
PL_CALL(in_groups, multiply_kernel, PL_SIZES(m, n, k), PL_GRID(PL_PARALLEL(t, ROWS * COLUMNS), (l, PL_CDIV(k, BK))),
        PL_IN (float, a, (m, k), PL_BLOCKSPEC((BM, BK), (ROW, l), PL_EDGE(0))),
        PL_IN (float, b, (k, n), PL_BLOCKSPEC((BK, BN), (l, COLUMN), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (ROW, COLUMN))))

TEST(tiles_in_groups)
{
    int wrong = 0;
    fill();
    EXPECT(in_groups(M, N, K, x, y, z) == 0);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++)
            wrong += z[r * N + c] != product_at(r, c, 0);
    EXPECT(wrong == 0);
}

// ---- Tables say where a tile is, and by which matrix it is multiplied; the index of a window is also that of another ----

enum { TILES = 4, MATRICES = 3, ROW_COUNT = 14, COLUMN_COUNT = 7 };

PL_KERNEL(tiles_kernel, PL_SMEM_REF(const int32_t, tile, TILES), PL_SMEM_REF(const int32_t, by, TILES), PL_REF(const float, a, BM, BK),
          PL_REF(const float, b, BK, BN), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
}

PL_CALL(by_tables, tiles_kernel, PL_SIZES(m, n, k), PL_GRID(PL_PARALLEL(i, TILES), (l, PL_CDIV(k, BK))),
        PL_PREFETCH(int32_t, tile, (TILES)),
        PL_PREFETCH(int32_t, by, (TILES)),
        PL_IN (float, a, (m, k),           PL_BLOCKSPEC((BM, BK), (tile[i], l), PL_EDGE(0))),
        PL_IN (float, b, (MATRICES, k, n), PL_BLOCKSPEC((PL_NONE, BK, BN), (by[i], l, 0), PL_EDGE(0))),
        PL_OUT(float, c, (m, n),           PL_BLOCKSPEC((BM, BN), (tile[i], 0))))

static float product_by(int r, int c, int matrix)
{
    float sum = 0;
    for (int l = 0; l < K; l++)
        sum += x[r * K + l] * y[(matrix * K + l) * COLUMN_COUNT + c];
    return sum;
}

TEST(tiles_by_tables)
{
    int32_t tile[TILES] = { 3, 0, 2, 1 }, by[TILES] = { 1, 2, 0, 2 };
    const int32_t of[TILES] = { 2, 2, 0, 1 };               // the matrix by the tile
    int wrong = 0;
    fill();
    EXPECT(by_tables(ROW_COUNT, COLUMN_COUNT, K, tile, by, x, y, z) == 0);
    for (int r = 0; r < ROW_COUNT; r++)
        for (int c = 0; c < COLUMN_COUNT; c++)
            wrong += z[r * COLUMN_COUNT + c] != product_by(r, c, of[r / BM]);
    EXPECT(wrong == 0);
#if PL_CHECKS
    by[2] = MATRICES;
    EXPECT(by_tables(ROW_COUNT, COLUMN_COUNT, K, tile, by, x, y, z) != 0);
    by[2] = 0, tile[1] = 4;
    EXPECT(by_tables(ROW_COUNT, COLUMN_COUNT, K, tile, by, x, y, z) != 0);
#endif
}

int main(void)
{
    RUN(tiles_in_groups);
    RUN(tiles_by_tables);
    return test_end();
}
