// batch.c -- PL_BATCH: a batched call computes for each b the results of the call without it.
//
// The batch is one more grid axis, outermost and parallel, and one more leading dim of each operand that is named. The
// kernel is unchanged: program ids and extents are those of PL_GRID, scratch and output windows are reset.

#include <pallas.h>
#include "../test.h"

enum { MOST = 5, M = 7, N = 6 };

// ---- A call, and the same batched: x and z differ for each b, y is the same for all ----

PL_KERNEL(add_rows, PL_REF(const float, x, 3, 4), PL_REF(const float, y, 4), PL_REF(float, z, 3, 4))
{
    PL_EACH ((r, 3), (c, 4))
        z[r][c] = x[r][c] + 2 * y[c];
}

PL_CALL(add_once, add_rows,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, 3)), (j, PL_CDIV(n, 4))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((3, 4), (i, j))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((4), (j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((3, 4), (i, j))))

PL_CALL(add_batch, add_rows,
        PL_SIZES(batch, m, n),
        PL_BATCH(b, batch, x, z),
        PL_GRID((i, PL_CDIV(m, 3)), (j, PL_CDIV(n, 4))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((3, 4), (i, j))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((4), (j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((3, 4), (i, j))))

PL_CALL(add_batch_of_all, add_rows,
        PL_SIZES(batch, m, n),
        PL_BATCH(b, batch, x, y, z),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, 3)), PL_PARALLEL(j, PL_CDIV(n, 4))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((3, 4), (i, j))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((4), (j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((3, 4), (i, j))))

static float xs[MOST * M * N], ys[MOST * N], zs[MOST * M * N], one_by_one[MOST * M * N];

static void begin(void)
{
    for (long e = 0; e < MOST * M * N; e++) {
        xs[e] = (float)(3 * e + 1);
        zs[e] = one_by_one[e] = -1;
    }
    for (long e = 0; e < MOST * N; e++)
        ys[e] = (float)(e * e);
}

TEST(a_batch_is_a_loop_of_calls)
{
    for (long batch = 1; batch <= MOST; batch++) {
        begin();
        EXPECT(add_batch(batch, M, N, xs, ys, zs) == 0);
        for (long b = 0; b < batch; b++)
            EXPECT(add_once(M, N, xs + b * M * N, ys, one_by_one + b * M * N) == 0);
        EXPECT(memcmp(zs, one_by_one, sizeof zs) == 0);
    }
}

TEST(all_operands_may_be_batched)
{
    begin();
    EXPECT(add_batch_of_all(MOST, M, N, xs, ys, zs) == 0);
    for (long b = 0; b < MOST; b++)
        EXPECT(add_once(M, N, xs + b * M * N, ys + b * N, one_by_one + b * M * N) == 0);
    EXPECT(memcmp(zs, one_by_one, sizeof zs) == 0);
    EXPECT(zs[MOST * M * N - 1] == xs[MOST * M * N - 1] + 2 * ys[MOST * N - 1]);
}

TEST(a_batch_of_none_does_nothing)
{
    begin();
    EXPECT(add_batch(0, M, N, xs, ys, zs) == 0);
    EXPECT(memcmp(zs, one_by_one, sizeof zs) == 0);
}

// ---- Ids ----

PL_KERNEL(show_ids, PL_REF(int32_t, z, 6))
{
    z[0] = (int32_t)PL_PROGRAM_ID(0);
    z[1] = (int32_t)PL_PROGRAM_ID(1);
    z[2] = (int32_t)PL_NUM_PROGRAMS(0);
    z[3] = (int32_t)PL_NUM_PROGRAMS(1);
    z[4] = (int32_t)PL_AXIS(b);
    z[5] = PL_FIRST(0) * 1000 + PL_LAST(0) * 100 + PL_FIRST(1) * 10 + PL_LAST(1);
}

PL_CALL(call_ids, show_ids,
        PL_BATCH(b, 4, z),
        PL_GRID((i, 2), (j, 3)),
        PL_OUT(int32_t, z, (2, 3, 6), PL_BLOCKSPEC((PL_NONE, PL_NONE, 6), (i, j, 0))))

TEST(ids_are_those_of_the_grid)
{
    int32_t z[4][2][3][6];
    EXPECT(call_ids(&z[0][0][0][0]) == 0);
    for (int b = 0; b < 4; b++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                EXPECT_INTS(z[b][i][j], 6, i, j, 2, 3, b,
                            (i == 0) * 1000 + (i == 1) * 100 + (j == 0) * 10 + (j == 2));
}

// ---- Sums and carried contents are reset ----

PL_KERNEL(running_sums, PL_REF(const float, x, 4), PL_REF(float, z, 4), PL_REF(float, total, 1),
          PL_REF(float, carry, 1))
{
    PL_WHEN (PL_FIRST(0)) {
        PL_FILL(total, 0);
        PL_FILL(carry, 0);
    }
    PL_LOOP (c, 0, 4) {
        carry[0] += x[c];
        z[c] = carry[0];
    }
    total[0] = carry[0];
}

PL_CALL(call_sums, running_sums,
        PL_SIZES(batch, steps),
        PL_BATCH(b, batch, x, z, total),
        PL_GRID((i, steps)),
        PL_IN (float, x, (4 * steps), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (4 * steps), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, total, (1), PL_WHOLE),
        PL_SCRATCH(float, (1)))

TEST(sums_start_anew_for_each_b)
{
    enum { BATCH = 3, LENGTH = 12 };
    float x[BATCH * LENGTH], z[BATCH * LENGTH], total[BATCH];
    for (int e = 0; e < BATCH * LENGTH; e++)
        x[e] = (float)(e % 5 + e / LENGTH);
    EXPECT(call_sums(BATCH, LENGTH / 4, x, z, total) == 0);
    for (int b = 0; b < BATCH; b++) {
        float sum = 0;                          // small integers: exact
        for (int c = 0; c < LENGTH; c++) {
            sum += x[b * LENGTH + c];
            EXPECT(z[b * LENGTH + c] == sum);
        }
        EXPECT(total[b] == sum);
    }
}

// ---- Other operands: an inout, a table for all, windows that overlap and extend past the array, whole arrays ----

PL_KERNEL(scale_in_place, PL_SMEM_REF(const int32_t, order, 3), PL_REF(int32_t, x, 2))
{
    PL_EACH ((c, 2))
        x[c] = (int32_t)((int64_t)x[c] * 10 + order[PL_PROGRAM_ID(0)]);
}

PL_CALL(call_in_place, scale_in_place,
        PL_BATCH(b, 2, x),
        PL_GRID((i, 3)),
        PL_PREFETCH(int32_t, order, (3)),
        PL_INOUT(int32_t, x, (5), PL_BLOCKSPEC((2), (order[i]))))

TEST(a_batched_inout_and_a_table)
{
    const int32_t order[3] = { 2, 0, 1 };
    int32_t x[11] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 77 };
    EXPECT(call_in_place(order, x) == 0);
    EXPECT_INTS(x, 11, 10, 20, 31, 41, 52, 60, 70, 81, 91, 102, 77);
}

PL_KERNEL(blur, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 2))
{
    PL_EACH ((c, 2)) {
        int64_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (d, 3), x[c + d]);
        z[c] = (int32_t)sum;
    }
}

PL_CALL(call_blur, blur,
        PL_BATCH(b, 3, x, z),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((PL_ELEMENT(4, 1, 1)), (2 * i), PL_EDGE(0))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((2), (i))))

// The padding of one row is not the next row.
TEST(windows_stay_in_their_own_row)
{
    const int32_t x[12] = { 1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400 };
    int32_t z[12];
    EXPECT(call_blur(x, z) == 0);
    EXPECT_INTS(z, 12, 3, 6, 9, 7, 30, 60, 90, 70, 300, 600, 900, 700);
}

PL_KERNEL(transpose_whole, PL_REF(const int32_t, x, 2, 3), PL_REF(int32_t, z, 3, 2))
{
    PL_EACH ((r, 2), (c, 3))
        z[c][r] = x[r][c];
}

PL_CALL(call_whole, transpose_whole,
        PL_BATCH(b, 2, x, z),
        PL_GRID(),
        PL_IN (int32_t, x, (2, 3), PL_WHOLE),
        PL_OUT(int32_t, z, (3, 2), PL_WHOLE))

TEST(whole_arrays_and_no_grid)
{
    const int32_t x[12] = { 1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60 };
    int32_t z[12];
    EXPECT(call_whole(x, z) == 0);
    EXPECT_INTS(z, 12, 1, 4, 2, 5, 3, 6, 10, 40, 20, 50, 30, 60);
}

// ---- Tables and atomic arrays with a part for each index ----

// A histogram of each row, by a table for each row, which the map reads too: rows[b][i] is the block, cells[b][·] the
// place where its values count.
PL_FUNCTION(long, cell_of, PL_SMEM_REF(const int32_t, cells, 2, 2), PL_SCALAR(int32_t, v))
{
    PL_VIEW(const int32_t, odd, cells[1], 2);
    return v & 1 ? odd[v >> 1 & 1] : cells[0][v >> 1 & 1];
}

PL_KERNEL(count_kernel, PL_SMEM_REF(const int32_t, rows, 3), PL_SMEM_REF(const int32_t, cells, 2, 2),
          PL_REF(const int32_t, x, 4), PL_REF(int32_t, counts, 4), PL_REF(int32_t, z, 4))
{
    long v[1] = { rows[PL_PROGRAM_ID(0)] };
    PL_EACH ((c, 4)) {
        z[c] = x[c] + (int32_t)(100 * v[0]);
        PL_ATOMIC_ADD(&counts[cell_of(PL_PASS(cells), x[c])], 1);
    }
}

PL_CALL(count_once, count_kernel,
        PL_SIZES(n),
        PL_GRID((i, 3)),
        PL_PREFETCH(int32_t, rows, (3)),
        PL_PREFETCH(int32_t, cells, (2, 2)),
        PL_IN   (int32_t, x, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (rows[i], 0))),
        PL_INOUT(int32_t, counts, (4), PL_ATOMIC),
        PL_OUT  (int32_t, z, (3, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

PL_CALL(count_batch, count_kernel,
        PL_SIZES(n, outer, inner),
        PL_BATCH(a, outer, rows, cells, counts, z),
        PL_BATCH(b, inner, rows, counts, z),
        PL_GRID((i, 3)),
        PL_PREFETCH(int32_t, rows, (3)),
        PL_PREFETCH(int32_t, cells, (2, 2)),
        PL_IN   (int32_t, x, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (rows[i], 0))),
        PL_INOUT(int32_t, counts, (4), PL_ATOMIC),
        PL_OUT  (int32_t, z, (3, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

TEST(tables_and_atomics_have_a_part_for_each_index)
{
    enum { OUTER = 2, INNER = 3, ROWS = 7 };
    int32_t rows[OUTER][INNER][3], cells[OUTER][2][2] = { { { 0, 1 }, { 2, 3 } }, { { 3, 0 }, { 1, 1 } } }, x[ROWS][4];
    int32_t counts[OUTER][INNER][4] = { { { 0 } } }, wanted[OUTER][INNER][4] = { { { 0 } } };
    int32_t z[OUTER][INNER][3][4], one[OUTER][INNER][3][4];
    for (int e = 0; e < ROWS * 4; e++)
        x[e / 4][e % 4] = e * e / 3;
    for (int e = 0; e < OUTER * INNER * 3; e++)
        rows[e / 9][e / 3 % 3][e % 3] = (5 * e + 2) % ROWS;
    EXPECT(count_batch(ROWS, OUTER, INNER, **rows, **cells, *x, **counts, ***z) == 0);
    for (int a = 0; a < OUTER; a++)
        for (int b = 0; b < INNER; b++)
            EXPECT(count_once(ROWS, rows[a][b], *cells[a], *x, wanted[a][b], *one[a][b]) == 0);
    EXPECT(memcmp(counts, wanted, sizeof counts) == 0);
    EXPECT(memcmp(z, one, sizeof z) == 0);
}

int main(void)
{
    RUN(a_batch_is_a_loop_of_calls);
    RUN(all_operands_may_be_batched);
    RUN(a_batch_of_none_does_nothing);
    RUN(ids_are_those_of_the_grid);
    RUN(sums_start_anew_for_each_b);
    RUN(a_batched_inout_and_a_table);
    RUN(windows_stay_in_their_own_row);
    RUN(whole_arrays_and_no_grid);
    RUN(tables_and_atomics_have_a_part_for_each_index);
    return test_end();
}
