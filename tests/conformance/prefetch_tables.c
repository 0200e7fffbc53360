// prefetch_tables.c -- tables of rank 1 to 3 that maps and kernels read, and windows whose size a table gives.

#include <pallas.h>
#include "../test.h"

// ---- Rank 1: rows of an embedding, by a list of run-time length ----

enum { WIDTH = 5 };

PL_KERNEL(copy_row, PL_SCALAR(long, n), PL_SMEM_REF(const int32_t, rows, n), PL_REF(const float, table, WIDTH),
          PL_REF(float, z, WIDTH))
{
    PL_EACH ((c, WIDTH))
        z[c] = table[c] + 1000 * rows[PL_PROGRAM_ID(0)];
}

PL_CALL(call_rows, copy_row,
        PL_SIZES(height),
        PL_SCALAR(long, n),
        PL_GRID((i, n)),
        PL_PREFETCH(int32_t, rows, (n)),
        PL_IN (float, table, (height, WIDTH), PL_BLOCKSPEC((PL_NONE, WIDTH), (rows[i], 0))),
        PL_OUT(float, z, (n, WIDTH), PL_BLOCKSPEC((PL_NONE, WIDTH), (i, 0))))

TEST(rows_by_a_table)
{
    const int32_t rows[7] = { 3, 0, 0, 5, 2, 3, 1 };
    float table[6 * WIDTH], z[7 * WIDTH];
    for (int e = 0; e < 6 * WIDTH; e++)
        table[e] = (float)e;
    for (long n = 0; n <= 7; n++) {
        EXPECT(call_rows(6, n, rows, table, z) == 0);
        for (long e = 0; e < n * WIDTH; e++)
            EXPECT(z[e] == (float)(rows[e / WIDTH] * (WIDTH + 1000) + e % WIDTH));
    }
}

// The inverse: the destination of each row. Every row of z is written once, in an order that the table gives.
PL_KERNEL(move_row, PL_SMEM_REF(const int32_t, to, 4), PL_REF(const float, x, WIDTH), PL_REF(float, z, WIDTH))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_scatter, move_row,
        PL_GRID((i, 4)),
        PL_PREFETCH(int32_t, to, (4)),
        PL_IN (float, x, (4, WIDTH), PL_BLOCKSPEC((PL_NONE, WIDTH), (i, 0))),
        PL_OUT(float, z, (4, WIDTH), PL_BLOCKSPEC((PL_NONE, WIDTH), (to[i], 0))))

TEST(rows_go_where_a_table_says)
{
    const int32_t to[4] = { 2, 0, 3, 1 };
    float x[4 * WIDTH], z[4 * WIDTH];
    for (int e = 0; e < 4 * WIDTH; e++)
        x[e] = (float)(e + 1);
    EXPECT(call_scatter(to, x, z) == 0);
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < WIDTH; c++)
            EXPECT(z[to[r] * WIDTH + c] == x[r * WIDTH + c]);
}

#if PL_CHECKS
TEST(a_table_that_points_outside_is_refused)
{
    const int32_t past[4] = { 2, 0, 4, 1 }, before[4] = { 2, 0, -1, 1 }, twice[4] = { 2, 0, 2, 1 };
    float x[4 * WIDTH] = { 0 }, z[4 * WIDTH];
    EXPECT(call_scatter(past, x, z) != 0);
    EXPECT(pl_error()[0] != 0);
    EXPECT(call_scatter(before, x, z) != 0);
    EXPECT(call_scatter(twice, x, z) != 0);
}
#endif

// ---- Rank 2: pages, several tables at once, and a table of tables ----

enum { PAGE = 4, PAGES = 3 };

PL_KERNEL(sum_pages, PL_SMEM_REF(const int32_t, pages, 2, PAGES), PL_SMEM_REF(const int32_t, lengths, 2),
          PL_REF(const int32_t, pool, PAGE), PL_REF(int64_t, z, 1))
{
    long sequence = PL_PROGRAM_ID(0), page = PL_PROGRAM_ID(1), length = lengths[sequence];
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_WHEN (page * PAGE < length) {
        int64_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, PAGE), page * PAGE + c < length ? pool[c] : 0);
        z[0] += sum + 1000000 * pages[sequence][page];
    }
}

PL_CALL(call_pages, sum_pages,
        PL_GRID((s, 2), (p, PAGES)),
        PL_PREFETCH(int32_t, pages, (2, PAGES)),
        PL_PREFETCH(int32_t, lengths, (2)),
        PL_IN (int32_t, pool, (8, PAGE), PL_BLOCKSPEC((PL_NONE, PAGE), (pages[s][p], 0))),
        PL_OUT(int64_t, z, (2), PL_BLOCKSPEC((PL_NONE), (s))))

TEST(pages_by_a_table_of_rank_2)
{
    const int32_t pages[2 * PAGES] = { 7, 2, 5, 1, 0, 0 }, lengths[2] = { 10, 3 };
    int32_t pool[8 * PAGE];
    int64_t z[2];
    for (int e = 0; e < 8 * PAGE; e++)
        pool[e] = e;
    EXPECT(call_pages(pages, lengths, pool, z) == 0);
    // Sequence 0: all of pages 7 and 2, two of page 5. Sequence 1: three of page 1.
    EXPECT(z[0] == (28 + 29 + 30 + 31) + (8 + 9 + 10 + 11) + (20 + 21) + 1000000 * (7 + 2 + 5));
    EXPECT(z[1] == 4 + 5 + 6 + 1000000 * 1);
}

// ---- Rank 3 ----

PL_KERNEL(pick, PL_SMEM_REF(const int32_t, t, 2, 3, 2), PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    z[0] = x[0] + 100 * t[PL_PROGRAM_ID(0)][PL_PROGRAM_ID(1)][PL_PROGRAM_ID(2)];
}

PL_CALL(call_pick, pick,
        PL_GRID((i, 2), (j, 3), (k, 2)),
        PL_PREFETCH(int32_t, t, (2, 3, 2)),
        PL_IN (int32_t, x, (12), PL_BLOCKSPEC((PL_NONE), (t[i][j][k]))),
        PL_OUT(int32_t, z, (2, 3, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE), (i, j, k))))

TEST(elements_by_a_table_of_rank_3)
{
    const int32_t t[12] = { 11, 0, 5, 6, 7, 1, 2, 10, 9, 3, 4, 8 };
    int32_t x[12], z[12];
    for (int e = 0; e < 12; e++)
        x[e] = 1000 * e;
    EXPECT(call_pick(t, x, z) == 0);
    for (int e = 0; e < 12; e++)
        EXPECT(z[e] == 1100 * t[e]);
}

// Run-time extents of every dim, and an expression of two tables as index.
PL_KERNEL(pick_any, PL_SCALAR(long, n0), PL_SCALAR(long, n1), PL_SCALAR(long, n2),
          PL_SMEM_REF(const int64_t, t, n0, n1, n2), PL_SMEM_REF(const uint8_t, u, n1), PL_REF(const int32_t, x, 1),
          PL_REF(int32_t, z, 1))
{
    z[0] = x[0] * 10 + u[n1 - 1];
}

PL_CALL(call_pick_any, pick_any,
        PL_SCALAR(long, n0), PL_SCALAR(long, n1), PL_SCALAR(long, n2),
        PL_GRID((i, n0), (j, n1), (k, n2)),
        PL_PREFETCH(int64_t, t, (n0, n1, n2)),
        PL_PREFETCH(uint8_t, u, (n1)),
        PL_IN (int32_t, x, (n0 * n1 * n2), PL_BLOCKSPEC((PL_NONE), ((t[i][j][k] + u[j]) % (n0 * n1 * n2)))),
        PL_OUT(int32_t, z, (n0, n1, n2), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE), (i, j, k))))

TEST(tables_of_run_time_shape_and_other_types)
{
    int64_t t[24];
    const uint8_t u[4] = { 3, 255, 0, 9 };
    int32_t x[24], z[24];
    for (int e = 0; e < 24; e++) {
        t[e] = 7 * e;
        x[e] = 5 * e + 1;
    }
    for (int n0 = 1; n0 <= 2; n0++)
        for (int n1 = 1; n1 <= 4; n1++) {
            int n2 = 3, all = n0 * n1 * n2;
            EXPECT(call_pick_any(n0, n1, n2, t, u, x, z) == 0);
            for (int e = 0; e < all; e++)
                EXPECT(z[e] == x[(t[e] + u[e / n2 % n1]) % all] * 10 + u[n1 - 1]);
        }
}

// ---- A table of structs ----

typedef struct {
    int32_t row, column;
    float weight;
} Tap;

PL_KERNEL(weigh, PL_SMEM_REF(const Tap, taps, 3), PL_REF(const float, x, 1), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    z[0] += taps[PL_PROGRAM_ID(0)].weight * x[0];
}

PL_CALL(call_taps, weigh,
        PL_GRID((i, 3)),
        PL_PREFETCH(Tap, taps, (3)),
        PL_IN (float, x, (3, 4), PL_BLOCKSPEC((PL_NONE, PL_NONE), (taps[i].row, taps[i].column))),
        PL_OUT(float, z, (1), PL_WHOLE))

TEST(a_table_of_structs)
{
    const Tap taps[3] = { { 2, 3, 0.5f }, { 0, 1, -1 }, { 1, 0, 2 } };
    const float x[12] = { 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110 };
    float z[1];
    EXPECT(call_taps(taps, x, z) == 0);
    EXPECT(z[0] == 0.5f * 110 - 10 + 2 * 40);
}

// ---- PL_BOUNDED: groups of rows, each with a start and a size of its own ----

enum { MOST = 4, COLUMNS = 3 };

PL_KERNEL(scale_group, PL_SMEM_REF(const int32_t, start, 3), PL_SMEM_REF(const int32_t, size, 3),
          PL_REF(const int32_t, x, MOST, COLUMNS), PL_REF(int32_t, z, MOST, COLUMNS), PL_REF(int32_t, info, 3))
{
    PL_EACH ((r, PL_SIZE(x, 0)), (c, COLUMNS))
        z[r][c] = x[r][c] * 10 + (int32_t)PL_PROGRAM_ID(0);
    info[0] = (int32_t)PL_SIZE(x, 0);
    info[1] = (int32_t)PL_SIZE(z, 0);
    info[2] = (int32_t)PL_DIM(x, 0);
}

PL_CALL(call_groups, scale_group,
        PL_SIZES(rows),
        PL_GRID((g, 3)),
        PL_PREFETCH(int32_t, start, (3)),
        PL_PREFETCH(int32_t, size, (3)),
        PL_IN (int32_t, x, (rows, COLUMNS),
               PL_BLOCKSPEC((PL_BOUNDED(MOST), COLUMNS), (PL_DS(rows - start[g] - size[g], size[g]), 0))),
        PL_OUT(int32_t, z, (rows, COLUMNS), PL_BLOCKSPEC((PL_BOUNDED(MOST), PL_FULL), (PL_DS(start[g], size[g]), 0))),
        PL_OUT(int32_t, info, (3, 3), PL_BLOCKSPEC((PL_NONE, 3), (g, 0))))

TEST(groups_of_different_size)
{
    const int32_t start[3] = { 3, 0, 7 }, size[3] = { 4, 3, 1 };
    int32_t x[8 * COLUMNS], z[8 * COLUMNS], info[9];
    for (int e = 0; e < 8 * COLUMNS; e++)
        x[e] = e;
    EXPECT(call_groups(8, start, size, x, z, info) == 0);
    for (int g = 0; g < 3; g++) {
        EXPECT_INTS(info + 3 * g, 3, size[g], size[g], MOST);
        for (int e = 0; e < size[g] * COLUMNS; e++)
            EXPECT(z[start[g] * COLUMNS + e] == ((8 - start[g] - size[g]) * COLUMNS + e) * 10 + g);
    }
}

// Rows that belong to no group are unchanged: then the array is an inout.
PL_KERNEL(negate_group, PL_SMEM_REF(const int32_t, group, 2, 2), PL_REF(int32_t, x, 3))
{
    PL_EACH ((c, PL_SIZE(x, 0)))
        x[c] = -x[c];
}

PL_CALL(call_negate, negate_group,
        PL_GRID((g, 2)),
        PL_PREFETCH(int32_t, group, (2, 2)),
        PL_INOUT(int32_t, x, (8), PL_BLOCKSPEC((PL_BOUNDED(3)), (PL_DS(group[g][0], group[g][1])))))

TEST(a_bounded_inout)
{
    const int32_t group[4] = { 5, 2, 1, 3 };
    int32_t x[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    EXPECT(call_negate(group, x) == 0);
    EXPECT_INTS(x, 9, 1, -2, -3, -4, 5, -6, -7, 8, 9);
}

#if PL_CHECKS
TEST(a_group_that_does_not_fit_is_refused)
{
    const int32_t too_large[4] = { 0, 4, 4, 1 }, past[4] = { 0, 1, 6, 3 }, before[4] = { 0, 1, -1, 2 };
    int32_t x[8] = { 0 };
    EXPECT(call_negate(too_large, x) != 0);
    EXPECT(pl_error()[0] != 0);
    EXPECT(call_negate(past, x) != 0);
    EXPECT(call_negate(before, x) != 0);
}
#endif

// Two bounded dims of one window.
PL_KERNEL(copy_patch, PL_SMEM_REF(const int32_t, cut, 4), PL_REF(const int32_t, x, 3, 4), PL_REF(int32_t, z, 3, 4))
{
    PL_EACH ((r, PL_SIZE(x, 0)), (c, PL_SIZE(x, 1)))
        z[r][c] = x[r][c];
}

PL_CALL(call_patch, copy_patch,
        PL_GRID((i, 2), (j, 2)),
        PL_PREFETCH(int32_t, cut, (4)),
        PL_IN (int32_t, x, (5, 6), PL_BLOCKSPEC((PL_BOUNDED(3), PL_BOUNDED(4)),
               (PL_DS(i * cut[0], i ? 5 - cut[0] : cut[0]), PL_DS(j * cut[1], j ? 6 - cut[1] : cut[1])))),
        PL_OUT(int32_t, z, (5, 6), PL_BLOCKSPEC((PL_BOUNDED(3), PL_BOUNDED(4)),
               (PL_DS(i * cut[0], i ? 5 - cut[0] : cut[0]), PL_DS(j * cut[1], j ? 6 - cut[1] : cut[1])))))

TEST(two_bounded_dims)
{
    const int32_t cut[4] = { 2, 4, 0, 0 };
    int32_t x[30], z[30];
    for (int e = 0; e < 30; e++)
        x[e] = 3 * e;
    EXPECT(call_patch(cut, x, z) == 0);
    for (int e = 0; e < 30; e++)
        EXPECT(z[e] == 3 * e);
}

int main(void)
{
    RUN(rows_by_a_table);
    RUN(rows_go_where_a_table_says);
    RUN(pages_by_a_table_of_rank_2);
    RUN(elements_by_a_table_of_rank_3);
    RUN(tables_of_run_time_shape_and_other_types);
    RUN(a_table_of_structs);
    RUN(groups_of_different_size);
    RUN(a_bounded_inout);
    RUN(two_bounded_dims);
#if PL_CHECKS
    RUN(a_table_that_points_outside_is_refused);
    RUN(a_group_that_does_not_fit_is_refused);
#endif
    return test_end();
}
