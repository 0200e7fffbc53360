// semantics.c -- the meaning of a call, one rule per test: the rules of the language's section "What it means".
//
// Order of programs, fetches and write-backs, contents that windows and scratch keep, and resets at parallel
// axes. Every test must hold under every order, schedule and time of copying; the expected values are computed
// by hand or by the plain loops next to them. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

// Programs run in lexicographic order, the last axis fastest: a log in one window, with one counter.
PL_KERNEL(log_program, PL_REF(int32_t, log, 12), PL_SMEM_REF(int32_t, count, 1))
{
    PL_WHEN (PL_FIRST(0) && PL_FIRST(1) && PL_FIRST(2))
        count[0] = 0;
    log[count[0]] = (int32_t)(100 * PL_PROGRAM_ID(0) + 10 * PL_PROGRAM_ID(1) + PL_PROGRAM_ID(2));
    count[0] += 1;
}

PL_CALL(order_of_programs, log_program,
        PL_GRID((i, 2), (j, 3), (k, 2)),
        PL_OUT(int32_t, log, (12), PL_WHOLE),
        PL_SCRATCH_SMEM(int32_t, (1)))

TEST(programs_run_in_lexicographic_order)
{
    int32_t log[12] = { 0 };
    EXPECT(order_of_programs(log) == 0);
    EXPECT_INTS(log, 12, 0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121);
}

// FIRST and LAST are true in the same program if the extent is 1; ids and extents without a grid.
PL_KERNEL(mark_ends, PL_REF(int32_t, z, 1))
{
    z[0] = (int32_t)(PL_NUM_PROGRAMS(0) * 1000 + PL_NUM_PROGRAMS(1) * 100);
    PL_WHEN (PL_FIRST(1))
        z[0] += 1;
    else
        z[0] += 10;
    PL_WHEN (PL_LAST(1))
        z[0] += 5;
}

PL_CALL(ends, mark_ends,
        PL_SIZES(m, n),
        PL_GRID((i, m), (j, n)),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))))

TEST(first_and_last_of_an_axis)
{
    int32_t z[3] = { 0 };
    EXPECT(ends(1, 3, z) == 0);
    EXPECT_INTS(z, 3, 1301, 1310, 1315);
    EXPECT(ends(2, 1, z) == 0);
    EXPECT_INTS(z, 2, 2106, 2106);
}

// A zero extent, on whichever axis, runs nothing; an array without elements is no error either.
TEST(zero_extents_run_nothing)
{
    int32_t z[3] = { 7, 8, 9 };
    EXPECT(ends(0, 3, z) == 0);
    EXPECT(ends(3, 0, z) == 0);
    EXPECT(ends(0, 0, z) == 0);
    EXPECT_INTS(z, 3, 7, 8, 9);
}

// An input block is fetched only when its index changes; an aliased output shows it. Step by step,
// x being 10 20 30 40 before:
//   read 0 (10), write 1: x = 10 11 30 40
//   read 0 (still 10), write 0: x = 11 11 30 40
//   read 0 (still 10), write 2: x = 11 11 11 40
//   read 1 (fetched, 11), write 3: x = 11 11 11 12
//   read 0 (fetched, 11), write 1: x = 11 12 11 12
PL_KERNEL(copy_plus_one, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    z[0] = x[0] + 1;
}

PL_KERNEL(copy_plus_one_by_table, PL_SMEM_REF(const int32_t, t, 5, 2), PL_REF(const int32_t, x, 1),
          PL_REF(int32_t, z, 1))
{
    (void)t;
    z[0] = x[0] + 1;
}

PL_CALL(fetch_on_change, copy_plus_one_by_table,
        PL_GRID((i, 5)),
        PL_PREFETCH(int32_t, t, (5, 2)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((PL_NONE), (t[i][0]))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((PL_NONE), (t[i][1]), PL_ALIAS(x))))

TEST(input_is_fetched_when_its_index_changes)
{
    int32_t t[10] = { 0, 1, 0, 0, 0, 2, 1, 3, 0, 1 }, x[4] = { 10, 20, 30, 40 };
    EXPECT(fetch_on_change(t, x, x) == 0);
    EXPECT_INTS(x, 4, 11, 12, 11, 12);
}

// A bounded slice with the same start and another size is another block: it is fetched again.
PL_KERNEL(sum_slice, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 1))
{
    int32_t sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, PL_SIZE(x, 0)), x[c]);
    z[0] = sum;
}

PL_CALL(growing_slice, sum_slice,
        PL_GRID((i, 4)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(0, i + 1)))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(a_slice_of_another_size_is_fetched)
{
    int32_t x[4] = { 1, 20, 300, 4000 }, z[4] = { 0 };
    EXPECT(growing_slice(x, z) == 0);
    EXPECT_INTS(z, 4, 1, 21, 321, 4321);
}

// The slice of a step may be one of several.
PL_CALL(chosen_slice, sum_slice,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((PL_BOUNDED(4)), (i == 0 ? PL_DS(1, 2) : i == 1 ? PL_DS(0, 4) : PL_DS(3, 1)))),
        PL_OUT(int32_t, z, (3), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(a_slice_may_be_chosen)
{
    int32_t x[4] = { 1, 20, 300, 4000 }, z[3] = { 0 };
    EXPECT(chosen_slice(x, z) == 0);
    EXPECT_INTS(z, 3, 320, 4321, 4000);
}

// A fetch sees the write-backs of earlier visits, however far ahead fetches run: each step reads the block
// that the previous step has written.
PL_CALL(chain, copy_plus_one,
        PL_SIZES(n),
        PL_GRID((i, n - 1)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((PL_NONE), (i + 1), PL_ALIAS(x))))

PL_CALL(chain_4, copy_plus_one,
        PL_SIZES(n),
        PL_GRID((i, n - 1)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((PL_NONE), (i), PL_BUFFERED(4))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((PL_NONE), (i + 1), PL_ALIAS(x))))

PL_CALL(chain_ahead, copy_plus_one,
        PL_SIZES(n),
        PL_GRID((i, n - 1)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((PL_NONE), (i), PL_BUFFERED(3), PL_LOOKAHEAD)),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((PL_NONE), (i + 1), PL_ALIAS(x), PL_BUFFERED(1))))

TEST(fetch_sees_what_was_written_back)
{
    int (*const chains[])(long, const int32_t *, int32_t *) = { chain, chain_4, chain_ahead };
    for (int a = 0; a < 3; a++) {
        int32_t x[7] = { 5, 100, 100, 100, 100, 100, 100 };
        EXPECT(chains[a](7, x, x) == 0);
        EXPECT_INTS(x, 7, 5, 6, 7, 8, 9, 10, 11);
    }
}

// The same with overlapping windows: each window of four has one element that the previous window has written
// back and one that the next will write.
PL_KERNEL(sum_neighbours, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 2))
{
    PL_EACH ((c, 2))
        z[c] = x[c] + x[c + 1] + x[c + 2];
}

PL_CALL(neighbours_in_place, sum_neighbours,
        PL_SIZES(n),
        PL_GRID((i, n / 2)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((PL_ELEMENT(4, 1, 1)), (2 * i), PL_EDGE(0))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((2), (i), PL_ALIAS(x))))

TEST(overlapping_windows_see_what_was_written_back)
{
    int32_t x[10], wanted[10];
    for (int e = 0; e < 10; e++)
        x[e] = wanted[e] = e * e - 3;
    for (int e = 0; e < 10; e += 2) {               // the windows one after the other, each read whole, then written
        int32_t before = e > 0 ? wanted[e - 1] : 0, after = e + 2 < 10 ? wanted[e + 2] : 0;
        int32_t first = before + wanted[e] + wanted[e + 1], second = wanted[e] + wanted[e + 1] + after;
        wanted[e] = first;
        wanted[e + 1] = second;
    }
    EXPECT(neighbours_in_place(10, x, x) == 0);
    for (int e = 0; e < 10; e++)
        EXPECT(x[e] == wanted[e]);
}

// The last of several consecutive visits wins, and each block is written back once, at the end of its visit.
PL_KERNEL(fill_with_id, PL_REF(int32_t, z, 2))
{
    PL_FILL(z, (int32_t)PL_PROGRAM_ID(0));
}

PL_CALL(last_visit, fill_with_id,
        PL_GRID((i, 7)),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((2), (i / 3))))

TEST(last_visit_wins)
{
    int32_t z[6] = { 0 };
    EXPECT(last_visit(z) == 0);
    EXPECT_INTS(z, 6, 2, 2, 5, 5, 6, 6);
}

// An output is never read back: the array's contents before the call do not matter, although each step but the
// first of a block reads its window.
PL_KERNEL(add_up, PL_REF(const int32_t, x, 2), PL_REF(int32_t, z, 2))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, 2))
        z[c] += x[c];
}

PL_CALL(sums_of_columns, add_up,
        PL_GRID((j, 3), (i, 4)),
        PL_IN (int32_t, x, (4, 6), PL_BLOCKSPEC((PL_NONE, 2), (i, j))),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((2), (j))))

TEST(output_is_not_read_back)
{
    int32_t x[24], z[6] = { 1000, 1000, 1000, 1000, 1000, 1000 };
    for (int e = 0; e < 24; e++)
        x[e] = e;
    EXPECT(sums_of_columns(x, z) == 0);
    for (int c = 0; c < 6; c++)
        EXPECT(z[c] == 4 * c + 6 * (0 + 1 + 2 + 3));
}

// An INOUT is read back, and may be revisited: blocks 0 1 0 1 0 get 1, 2, 3, 4, 5 added to their contents.
PL_KERNEL(add_id, PL_REF(int32_t, x, 2))
{
    PL_EACH ((c, 2))
        x[c] += (int32_t)PL_PROGRAM_ID(0) + 1;
}

PL_CALL(revisit, add_id,
        PL_GRID((i, 5)),
        PL_INOUT(int32_t, x, (6), PL_BLOCKSPEC((2), (i % 2))))

PL_CALL(revisit_1, add_id,
        PL_GRID((i, 5)),
        PL_INOUT(int32_t, x, (6), PL_BLOCKSPEC((2), (i % 2), PL_BUFFERED(1))))

PL_CALL(revisit_4, add_id,
        PL_GRID((i, 5)),
        PL_INOUT(int32_t, x, (6), PL_BLOCKSPEC((2), (i % 2), PL_BUFFERED(4))))

TEST(inout_is_read_back)
{
    int (*const revisits[])(int32_t *) = { revisit, revisit_1, revisit_4 };
    for (int a = 0; a < 3; a++) {
        int32_t x[6] = { 10, 20, 30, 40, 50, 60 };  // the last block is never visited
        EXPECT(revisits[a](x) == 0);
        EXPECT_INTS(x, 6, 19, 29, 36, 46, 50, 60);
    }
}

// A partial INOUT block does not change memory after the array, and its padding is dropped.
PL_CALL(ragged_inout, add_id,
        PL_GRID((i, 3)),
        PL_INOUT(int32_t, x, (5), PL_BLOCKSPEC((2), (i))))

TEST(ragged_inout_ends_with_its_array)
{
    int32_t x[7] = { 0, 0, 0, 0, 0, -7, -8 };
    EXPECT(ragged_inout(x) == 0);
    EXPECT_INTS(x, 7, 1, 1, 2, 2, 3, -7, -8);
}

// Scratch persists over the steps of a sequential grid, whichever axis moves.
PL_KERNEL(running_total, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1), PL_REF(int32_t, total, 1))
{
    PL_WHEN (PL_FIRST(0) && PL_FIRST(1))
        total[0] = 0;
    total[0] += x[0];
    z[0] = total[0];
}

PL_CALL(total_so_far, running_total,
        PL_GRID((i, 2), (j, 3)),
        PL_IN (int32_t, x, (2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))),
        PL_OUT(int32_t, z, (2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))),
        PL_SCRATCH(int32_t, (1)))

TEST(scratch_persists)
{
    int32_t x[6] = { 1, 2, 3, 4, 5, 6 }, z[6] = { 0 };
    EXPECT(total_so_far(x, z) == 0);
    EXPECT_INTS(z, 6, 1, 3, 6, 10, 15, 21);
}

// Scratch and output windows are reset at each index of the parallel axes; within one they persist. Two parallel
// axes, an output whose block is the same along the sequential one, and one whose block varies.
PL_KERNEL(totals_of_rows, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1), PL_REF(int32_t, last, 1),
          PL_REF(int32_t, total, 1))
{
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(total, 0);
        PL_FILL(last, 0);
    }
    total[0] += x[0];
    last[0] = 10 * last[0] + x[0];
    z[0] = total[0];
}

PL_CALL(totals_in_parallel, totals_of_rows,
        PL_GRID(PL_PARALLEL(h, 2), PL_PARALLEL(i, 3), PL_ARBITRARY(j, 4)),
        PL_IN (int32_t, x, (2, 3, 4), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE), (h, i, j))),
        PL_OUT(int32_t, z, (2, 3, 4), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE), (h, i, j))),
        PL_OUT(int32_t, last, (2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (h, i))),
        PL_SCRATCH(int32_t, (1)))

TEST(parallel_axes_start_scratch_anew)
{
    int32_t x[24], z[24] = { 0 }, last[6] = { 0 };
    for (int e = 0; e < 24; e++)
        x[e] = e % 7;
    EXPECT(totals_in_parallel(x, z, last) == 0);
    for (int row = 0; row < 6; row++) {
        int32_t total = 0, digits = 0;
        for (int c = 0; c < 4; c++) {
            total += x[row * 4 + c];
            digits = 10 * digits + x[row * 4 + c];
            EXPECT(z[row * 4 + c] == total);
        }
        EXPECT(last[row] == digits);
    }
}

// Arrays that are only read may be one array, or overlap.
PL_KERNEL(subtract, PL_REF(const int32_t, x, 3), PL_REF(const int32_t, y, 3), PL_REF(int32_t, z, 3))
{
    PL_EACH ((c, 3))
        z[c] = y[c] - x[c];
}

PL_CALL(differences, subtract,
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (6), PL_BLOCKSPEC((3), (i))),
        PL_IN (int32_t, y, (6), PL_BLOCKSPEC((3), (i))),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((3), (i))))

TEST(inputs_may_overlap)
{
    int32_t x[7] = { 0, 1, 3, 6, 10, 15, 21 }, z[6] = { 0 };
    EXPECT(differences(x, x + 1, z) == 0);
    EXPECT_INTS(z, 6, 1, 2, 3, 4, 5, 6);
    EXPECT(differences(x, x, z) == 0);
    EXPECT_INTS(z, 6, 0, 0, 0, 0, 0, 0);
}

// An index is any C expression, of axes, sizes, scalars and tables.
PL_KERNEL(copy_one, PL_SCALAR(long, turn), PL_SMEM_REF(const int32_t, t, 3, 2), PL_REF(const int32_t, x, 1),
          PL_REF(int32_t, z, 1))
{
    (void)t;
    z[0] = x[0] + (int32_t)(100 * turn);
}

PL_CALL(any_expression, copy_one,
        PL_SIZES(n),
        PL_SCALAR(long, turn),
        PL_GRID((i, 3), (j, 2)),
        PL_PREFETCH(int32_t, t, (3, 2)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((PL_NONE), (j == 0 ? n - 1 - i : (t[i][j] + turn) % n))),
        PL_OUT(int32_t, z, (3, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))))

TEST(index_maps_are_expressions)
{
    int32_t t[6] = { -1, 4, -1, 6, -1, 0 }, x[7] = { 0, 1, 2, 3, 4, 5, 6 }, z[6] = { 0 };
    EXPECT(any_expression(7, 2, t, x, z) == 0);
    EXPECT_INTS(z, 6, 206, 206, 205, 201, 204, 202);        // 6; 4+2; 5; (6+2)%7; 4; 0+2
}

// Six dims, the largest rank: the array with its axes reversed.
PL_KERNEL(reverse_axes, PL_REF(const int32_t, x, 1, 2, 3, 1, 2, 2), PL_REF(int32_t, z, 2, 2, 1, 3, 2, 1))
{
    PL_EACH ((a, 1), (b, 2), (c, 3), (d, 1), (e, 2), (f, 2))
        z[f][e][d][c][b][a] = x[a][b][c][d][e][f];
}

PL_CALL(six_dims, reverse_axes,
        PL_GRID((i, 2), (j, 2)),
        PL_IN (int32_t, x, (2, 2, 3, 2, 2, 2), PL_BLOCKSPEC((1, 2, 3, 1, 2, 2), (i, 0, 0, j, 0, 0))),
        PL_OUT(int32_t, z, (2, 2, 2, 3, 2, 2), PL_BLOCKSPEC((2, 2, 1, 3, 2, 1), (0, 0, j, 0, 0, i))))

TEST(rank_six)
{
    int32_t x[96], z[96] = { 0 };
    for (int e = 0; e < 96; e++)
        x[e] = e;
    EXPECT(six_dims(x, z) == 0);
    int at = 0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 2; d++)
                    for (int e = 0; e < 2; e++)
                        for (int f = 0; f < 2; f++, at++)
                            EXPECT(z[((((f * 2 + e) * 2 + d) * 3 + c) * 2 + b) * 2 + a] == at);
}

// One kernel, two calls; a batch of a call leaves its numbering alone.
PL_KERNEL(number, PL_REF(int32_t, z, 1))
{
    z[0] = (int32_t)(10 * PL_PROGRAM_ID(0) + PL_NUM_PROGRAMS(0));
}

PL_CALL(number_alone, number, PL_GRID((i, 3)), PL_OUT(int32_t, z, (3), PL_BLOCKSPEC((PL_NONE), (i))))

PL_CALL(number_batch, number,
        PL_BATCH(b, 2, z),
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (3), PL_BLOCKSPEC((PL_NONE), (2 - i))))

TEST(a_batch_leaves_numbers_alone)
{
    int32_t z[6] = { 0 };
    EXPECT(number_alone(z) == 0);
    EXPECT_INTS(z, 3, 3, 13, 23);
    EXPECT(number_batch(z) == 0);
    EXPECT_INTS(z, 6, 23, 13, 3, 23, 13, 3);
}

// Programs that run at the same time share an array through an atomic spec, and change one cell several times.
PL_KERNEL(count_bins, PL_REF(const int32_t, x, 4), PL_REF(int32_t, bins, 5))
{
    PL_EACH ((c, 4))
        PL_ATOMIC_ADD(&bins[x[c] % 5], 1);
}

PL_CALL(histogram, count_bins,
        PL_GRID(PL_PARALLEL(i, 5)),
        PL_IN   (int32_t, x, (20), PL_BLOCKSPEC((4), (i))),
        PL_INOUT(int32_t, bins, (5), PL_ATOMIC))

TEST(atomics_meet_in_one_cell)
{
    int32_t x[20], bins[5] = { 1, 0, 0, 0, -3 };
    for (int e = 0; e < 20; e++)
        x[e] = e < 12 ? 7 : e;                      // twelve in bin 2, then 12 to 19: 2 3 4 0 1 2 3 4
    EXPECT(histogram(x, bins) == 0);
    EXPECT_INTS(bins, 5, 2, 1, 14, 2, -1);
}

// A scalar is the kernel's own variable: no other program sees a change.
PL_KERNEL(count_down, PL_SCALAR(int, from), PL_REF(int32_t, z, 4))
{
    from -= (int)PL_PROGRAM_ID(0);
    PL_LOOP (c, 0, 4) {
        z[c] = from;
        from--;
    }
}

PL_CALL(counting_down, count_down,
        PL_SCALAR(int, from),
        PL_GRID((i, 2)),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

TEST(a_changed_scalar_is_the_programs_own)
{
    int32_t z[8] = { 0 };
    EXPECT(counting_down(9, z) == 0);
    EXPECT_INTS(z, 8, 9, 8, 7, 6, 8, 7, 6, 5);
}

// An axis of PL_EACH and PL_REDUCE may begin at the index of an earlier one. Reserved names of targets are the user's here.
PL_KERNEL(upper_triangle, PL_REF(const int32_t, x, 3, 3), PL_REF(int32_t, z, 3, 3), PL_REF(int32_t, sum, 1))
{
    int32_t barrier = 0, get_local_id = 100;
    PL_FILL(z, 0);
    PL_EACH ((r, 3), (c, r, 3))
        z[r][c] = x[r][c];
    PL_REDUCE (barrier, PL_ADD, ((r, 3), (c, 0, r + 1)), x[r][c]);
    sum[0] = barrier + get_local_id;
}

PL_CALL(triangle, upper_triangle,
        PL_GRID(),
        PL_IN (int32_t, x, (3, 3), PL_WHOLE),
        PL_OUT(int32_t, z, (3, 3), PL_WHOLE),
        PL_OUT(int32_t, sum, (1), PL_WHOLE))

TEST(an_axis_may_begin_at_another)
{
    int32_t x[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, z[9], sum[1];
    EXPECT(triangle(x, z, sum) == 0);
    EXPECT_INTS(z, 9, 1, 2, 3, 0, 5, 6, 0, 0, 9);
    EXPECT_INTS(sum, 1, 100 + 1 + 4 + 5 + 7 + 8 + 9);
}

int main(void)
{
    RUN(programs_run_in_lexicographic_order);
    RUN(first_and_last_of_an_axis);
    RUN(zero_extents_run_nothing);
    RUN(input_is_fetched_when_its_index_changes);
    RUN(a_slice_of_another_size_is_fetched);
    RUN(a_slice_may_be_chosen);
    RUN(fetch_sees_what_was_written_back);
    RUN(overlapping_windows_see_what_was_written_back);
    RUN(last_visit_wins);
    RUN(output_is_not_read_back);
    RUN(inout_is_read_back);
    RUN(ragged_inout_ends_with_its_array);
    RUN(scratch_persists);
    RUN(parallel_axes_start_scratch_anew);
    RUN(inputs_may_overlap);
    RUN(index_maps_are_expressions);
    RUN(rank_six);
    RUN(a_batch_leaves_numbers_alone);
    RUN(atomics_meet_in_one_cell);
    RUN(a_changed_scalar_is_the_programs_own);
    RUN(an_axis_may_begin_at_another);
    return test_end();
}
