// seeds_grids.c -- every table and printed array of the document "Grids and BlockSpecs", with its values.
//
// show_program_ids(shape, block, grid, map) of the document becomes one call for each set of arguments: in C these are
// parts of a call, not values.

#include <pallas.h>
#include "../test.h"

// The value of an element that no program writes.
enum { UNTOUCHED = -7777 };

static void untouch(int32_t *z, long n)
{
    for (long e = 0; e < n; e++)
        z[e] = UNTOUCHED;
}

// ---- "grid, a.k.a. kernels in a loop" ----

PL_KERNEL(id_and_extent, PL_REF(int32_t, id, 2), PL_REF(int32_t, extent, 2))
{
    PL_LOOP (a, 0, 2)
        id[a] = (int32_t)(a == 0 ? PL_PROGRAM_ID(0) : PL_PROGRAM_ID(1));
    extent[0] = (int32_t)PL_NUM_PROGRAMS(0);
    extent[1] = (int32_t)PL_NUM_PROGRAMS(1);
}

PL_CALL(all_ids, id_and_extent,
        PL_SIZES(n, m),
        PL_GRID((i, n), (j, m)),
        PL_OUT(int32_t, id, (n, m, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE, 2), (i, j, 0))),
        PL_OUT(int32_t, extent, (n, m, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE, 2), (i, j, 0))))

TEST(program_id_and_num_programs)
{
    int32_t id[2][3][2], extent[2][3][2];
    untouch(&id[0][0][0], 12);
    untouch(&extent[0][0][0], 12);
    EXPECT(all_ids(2, 3, &id[0][0][0], &extent[0][0][0]) == 0);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) {
            EXPECT_INTS(id[i][j], 2, i, j);
            EXPECT_INTS(extent[i][j], 2, 2, 3);
        }
    // "for invocation (1, 2), program_id(axis=0) returns 1 and program_id(axis=1) returns 2"
    EXPECT_INTS(id[1][2], 2, 1, 2);
}

PL_KERNEL(count_up, PL_REF(int32_t, x, 1))
{
    x[0]++;
}

PL_CALL(once, count_up,
        PL_GRID(),
        PL_INOUT(int32_t, x, (1), PL_WHOLE))

PL_CALL(many_times, count_up,
        PL_SIZES(n, m, d),
        PL_GRID((i, n), (j, m), (k, d)),
        PL_INOUT(int32_t, x, (1), PL_WHOLE))

// "The kernel is executed as many times as prod(grid)", and for the grid () once.
TEST(a_kernel_runs_as_often_as_the_product_of_the_grid)
{
    int32_t x[1] = { 0 };
    EXPECT(once(x) == 0);
    EXPECT_INTS(x, 1, 1);
    EXPECT(many_times(3, 4, 5, x) == 0);
    EXPECT_INTS(x, 1, 1 + 3 * 4 * 5);
}

// ---- "BlockSpec, a.k.a. how to chunk up inputs": slices_for_invocation ----
//
// Each element of x is its own place, 1000 * row + column, and every program copies its whole block to an output.
// The elements outside x are unspecified: PL_INSIDE distinguishes them.

enum { OUTSIDE = -1 };

PL_KERNEL(show_block, PL_REF(const int32_t, x, 10, 20), PL_REF(int32_t, seen, 10, 20))
{
    PL_EACH ((r, 10), (c, 20))
        seen[r][c] = PL_INSIDE(x, r, c) ? x[r][c] : OUTSIDE;
}

PL_CALL(slices_2d, show_block,
        PL_SIZES(rows, columns, n, m),
        PL_GRID((i, n), (j, m)),
        PL_IN (int32_t, x, (rows, columns), PL_BLOCKSPEC((10, 20), (i, j))),
        PL_OUT(int32_t, seen, (n, m, 10, 20), PL_BLOCKSPEC((PL_NONE, PL_NONE, 10, 20), (i, j, 0, 0))))

PL_CALL(slices_3d, show_block,
        PL_SIZES(rows, columns, n, m, d),
        PL_GRID((i, n), (j, m), (k, d)),
        PL_IN (int32_t, x, (rows, columns), PL_BLOCKSPEC((10, 20), (i, j))),
        PL_OUT(int32_t, seen, (n, m, d, 10, 20), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, 10, 20), (i, j, k, 0, 0))))

static int32_t place[100 * 100], seen[10 * 5 * 4 * 10 * 20];

static void fill_places(long rows, long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            place[r * columns + c] = (int32_t)(1000 * r + c);
    untouch(seen, (long)(sizeof seen / sizeof seen[0]));
}

// Whether a block is rows [row, row + 10) and columns [column, column + 20), those from `columns` on outside.
static int is_slice(const int32_t *block, long row, long column, long columns)
{
    for (long r = 0; r < 10; r++)
        for (long c = 0; c < 20; c++) {
            long expected = column + c < columns ? 1000 * (row + r) + column + c : OUTSIDE;
            if (block[r * 20 + c] != expected)
                return 0;
        }
    return 1;
}

TEST(slices_of_a_block_inside)
{
    fill_places(100, 100);
    EXPECT(slices_2d(100, 100, 10, 5, place, seen) == 0);
    EXPECT(is_slice(seen + (2 * 5 + 4) * 200, 20, 80, 100));    // [slice(20, 30), slice(80, 100)]
    for (long i = 0; i < 10; i++)
        for (long j = 0; j < 5; j++)
            EXPECT(is_slice(seen + (i * 5 + j) * 200, 10 * i, 20 * j, 100));
}

TEST(slices_of_a_block_read_four_times)
{
    fill_places(100, 100);
    EXPECT(slices_3d(100, 100, 10, 5, 4, place, seen) == 0);
    for (long k = 0; k < 4; k++)
        EXPECT(is_slice(seen + ((2 * 5 + 4) * 4 + k) * 200, 20, 80, 100));
}

TEST(slices_of_a_block_partly_out_of_bounds)
{
    fill_places(100, 90);
    EXPECT(slices_2d(100, 90, 10, 5, place, seen) == 0);
    EXPECT(is_slice(seen + (2 * 5 + 4) * 200, 20, 80, 90));     // [slice(20, 30), slice(80, 100)], 90 to 99 outside
    EXPECT(is_slice(seen + (2 * 5 + 3) * 200, 20, 60, 90));
}

// "At least one element of the block must be within bounds": a sixth column of blocks would begin at 100.
TEST(slices_of_a_block_wholly_out_of_bounds)
{
    EXPECT(slices_2d(100, 100, 10, 5, place, seen) == 0);
#if PL_CHECKS
    EXPECT(slices_2d(100, 100, 10, 4, place, seen) == 0);
    EXPECT(slices_2d(100, 60, 10, 4, place, seen) != 0);
    EXPECT(pl_error()[0] != 0);
#endif
}

// ---- show_program_ids: each block is filled with a decimal number, a digit for each axis ----

PL_KERNEL(two_digits, PL_REF(int32_t, o, 2, 3))
{
    PL_FILL(o, 10 * PL_PROGRAM_ID(0) + PL_PROGRAM_ID(1));
}

PL_KERNEL(three_digits, PL_REF(int32_t, o, 2, 3))
{
    PL_FILL(o, 100 * PL_PROGRAM_ID(0) + 10 * PL_PROGRAM_ID(1) + PL_PROGRAM_ID(2));
}

PL_CALL(show_blocked, two_digits,
        PL_SIZES(rows, columns, n, m),
        PL_GRID((i, n), (j, m)),
        PL_OUT(int32_t, o, (rows, columns), PL_BLOCKSPEC((2, 3), (i, j))))

TEST(show_8_by_6_in_blocks_of_2_by_3)
{
    int32_t o[8 * 6];
    untouch(o, 8 * 6);
    EXPECT(show_blocked(8, 6, 4, 2, o) == 0);
    EXPECT_INTS(o, 8 * 6,
                 0,  0,  0,  1,  1,  1,
                 0,  0,  0,  1,  1,  1,
                10, 10, 10, 11, 11, 11,
                10, 10, 10, 11, 11, 11,
                20, 20, 20, 21, 21, 21,
                20, 20, 20, 21, 21, 21,
                30, 30, 30, 31, 31, 31,
                30, 30, 30, 31, 31, 31);
}

TEST(show_7_by_5_with_blocks_out_of_bounds)
{
    int32_t o[7 * 5 + 2];
    untouch(o, 7 * 5 + 2);
    EXPECT(show_blocked(7, 5, 4, 2, o) == 0);
    EXPECT_INTS(o, 7 * 5 + 2,
                 0,  0,  0,  1,  1,
                 0,  0,  0,  1,  1,
                10, 10, 10, 11, 11,
                10, 10, 10, 11, 11,
                20, 20, 20, 21, 21,
                20, 20, 20, 21, 21,
                30, 30, 30, 31, 31,
                UNTOUCHED, UNTOUCHED);
}

TEST(show_a_shape_smaller_than_the_block)
{
    int32_t o[2 + 2];
    untouch(o, 4);
    EXPECT(show_blocked(1, 2, 1, 1, o) == 0);
    EXPECT_INTS(o, 4, 0, 0, UNTOUCHED, UNTOUCHED);
}

PL_CALL(show_revisited, three_digits,
        PL_GRID((i, 4), (j, 2), (k, 10)),
        PL_OUT(int32_t, o, (8, 6), PL_BLOCKSPEC((2, 3), (i, j))))

// The same block ten times in a row: the last write counts.
TEST(show_8_by_6_with_a_third_axis)
{
    int32_t o[8 * 6];
    untouch(o, 8 * 6);
    EXPECT(show_revisited(o) == 0);
    EXPECT_INTS(o, 8 * 6,
                  9,   9,   9,  19,  19,  19,
                  9,   9,   9,  19,  19,  19,
                109, 109, 109, 119, 119, 119,
                109, 109, 109, 119, 119, 119,
                209, 209, 209, 219, 219, 219,
                209, 209, 209, 219, 219, 219,
                309, 309, 309, 319, 319, 319,
                309, 309, 309, 319, 319, 319);
}

// ---- None in the block shape: the dim is dropped from the ref ----

PL_KERNEL(squeezed, PL_REF(int32_t, o, 2))
{
    PL_FILL(o, 10 * PL_PROGRAM_ID(1) + PL_PROGRAM_ID(0));
}

PL_CALL(show_squeezed, squeezed,
        PL_GRID((i, 3), (j, 2)),
        PL_OUT(int32_t, o, (3, 4), PL_BLOCKSPEC((PL_NONE, 2), (i, j))))

TEST(none_in_the_block_shape)
{
    int32_t o[3 * 4];
    untouch(o, 3 * 4);
    EXPECT(show_squeezed(o) == 0);
    EXPECT_INTS(o, 3 * 4,
                0, 0, 10, 10,
                1, 1, 11, 11,
                2, 2, 12, 12);
}

// ---- None as block shape, None as index map ----

PL_KERNEL(two_digits_4_by_4, PL_REF(int32_t, o, 4, 4))
{
    PL_FILL(o, 10 * PL_PROGRAM_ID(0) + PL_PROGRAM_ID(1));
}

PL_CALL(show_no_block_shape, two_digits_4_by_4,
        PL_GRID((i, 2), (j, 3)),
        PL_OUT(int32_t, o, (4, 4), PL_WHOLE))

PL_CALL(show_no_index_map, two_digits_4_by_4,
        PL_GRID((i, 2), (j, 3)),
        PL_OUT(int32_t, o, (4, 4), PL_BLOCKSPEC((4, 4), (0, 0))))

TEST(no_block_shape_and_no_index_map)
{
    int32_t o[4 * 4];
    untouch(o, 4 * 4);
    EXPECT(show_no_block_shape(o) == 0);
    EXPECT_INTS(o, 4 * 4, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12);
}

TEST(block_shape_without_an_index_map)
{
    int32_t o[4 * 4];
    untouch(o, 4 * 4);
    EXPECT(show_no_index_map(o) == 0);
    EXPECT_INTS(o, 4 * 4, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12);
}

// ---- The "unblocked" indexing mode: starts are counted in elements ----

PL_CALL(show_unblocked, two_digits,
        PL_GRID((i, 4), (j, 2)),
        PL_OUT(int32_t, o, (8, 6), PL_BLOCKSPEC(PL_UNBLOCKED((2, 3), ((0, 0), (0, 0))), (2 * i, 3 * j))))

PL_CALL(show_unblocked_padded, two_digits,
        PL_GRID((i, 4), (j, 3)),
        PL_OUT(int32_t, o, (7, 7), PL_BLOCKSPEC(PL_UNBLOCKED((2, 3), ((1, 0), (2, 0))), (2 * i, 3 * j))))

// The same by dim, as later versions of the original spell it.
PL_CALL(show_element_padded, two_digits,
        PL_GRID((i, 4), (j, 3)),
        PL_OUT(int32_t, o, (7, 7), PL_BLOCKSPEC((PL_ELEMENT(2, 1, 0), PL_ELEMENT(3, 2, 0)), (2 * i, 3 * j))))

TEST(unblocked_without_padding)
{
    int32_t o[8 * 6];
    untouch(o, 8 * 6);
    EXPECT(show_unblocked(o) == 0);
    EXPECT_INTS(o, 8 * 6,
                 0,  0,  0,  1,  1,  1,
                 0,  0,  0,  1,  1,  1,
                10, 10, 10, 11, 11, 11,
                10, 10, 10, 11, 11, 11,
                20, 20, 20, 21, 21, 21,
                20, 20, 20, 21, 21, 21,
                30, 30, 30, 31, 31, 31,
                30, 30, 30, 31, 31, 31);
}

static void expect_padded(const int32_t *o)
{
    EXPECT_INTS(o, 7 * 7,
                 0,  1,  1,  1,  2,  2,  2,
                10, 11, 11, 11, 12, 12, 12,
                10, 11, 11, 11, 12, 12, 12,
                20, 21, 21, 21, 22, 22, 22,
                20, 21, 21, 21, 22, 22, 22,
                30, 31, 31, 31, 32, 32, 32,
                30, 31, 31, 31, 32, 32, 32);
}

// The array is padded by 1 row and 2 columns before it.
TEST(unblocked_with_padding)
{
    int32_t o[7 * 7];
    untouch(o, 7 * 7);
    EXPECT(show_unblocked_padded(o) == 0);
    expect_padded(o);
    untouch(o, 7 * 7);
    EXPECT(show_element_padded(o) == 0);
    expect_padded(o);
}

int main(void)
{
    RUN(program_id_and_num_programs);
    RUN(a_kernel_runs_as_often_as_the_product_of_the_grid);
    RUN(slices_of_a_block_inside);
    RUN(slices_of_a_block_read_four_times);
    RUN(slices_of_a_block_partly_out_of_bounds);
    RUN(slices_of_a_block_wholly_out_of_bounds);
    RUN(show_8_by_6_in_blocks_of_2_by_3);
    RUN(show_7_by_5_with_blocks_out_of_bounds);
    RUN(show_a_shape_smaller_than_the_block);
    RUN(show_8_by_6_with_a_third_axis);
    RUN(none_in_the_block_shape);
    RUN(no_block_shape_and_no_index_map);
    RUN(block_shape_without_an_index_map);
    RUN(unblocked_without_padding);
    RUN(unblocked_with_padding);
    return test_end();
}
