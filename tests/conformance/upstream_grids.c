// upstream_grids.c -- the upstream tests about grids: which programs run, in which order, and their ids.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

PL_KERNEL(add_one, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    z[0] = x[0] + 1;
}

PL_CALL(add_one_1d, add_one,
        PL_GRID((i, 8)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(t001_add_one_1d)
{
    int32_t x[8] = { 5, -3, 0, 7, 100, -100, 1, 2 }, z[8] = { 0 };
    EXPECT(add_one_1d(x, z) == 0);
    EXPECT_INTS(z, 8, 6, -2, 1, 8, 101, -99, 2, 3);
}

PL_CALL(add_one_2d, add_one,
        PL_GRID((i, 8), (j, 4)),
        PL_IN (int32_t, x, (8, 4), PL_BLOCKSPEC((1, PL_NONE), (i, j))),
        PL_OUT(int32_t, z, (8, 4), PL_BLOCKSPEC((1, PL_NONE), (i, j))))

TEST(t002_add_one_2d)
{
    int32_t x[8 * 4], z[8 * 4] = { 0 };
    for (int e = 0; e < 8 * 4; e++)
        x[e] = 3 * e;
    EXPECT(add_one_2d(x, z) == 0);
    for (int e = 0; e < 8 * 4; e++)
        EXPECT(z[e] == 3 * e + 1);
}

// The axes are numbered in the order of the grid, whatever their names are; a name refers to its own axis.
PL_KERNEL(name_and_number, PL_REF(int32_t, z, 1))
{
    z[0] = (int32_t)(1000 * PL_AXIS(wide) + 100 * PL_AXIS(tall) + 10 * PL_PROGRAM_ID(0) + PL_PROGRAM_ID(1));
}

PL_CALL(tall_first, name_and_number,
        PL_GRID((tall, 3), (wide, 2)),
        PL_OUT(int32_t, z, (3, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE), (tall, wide))))

PL_CALL(wide_first, name_and_number,
        PL_GRID((wide, 2), (tall, 3)),
        PL_OUT(int32_t, z, (3, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE), (tall, wide))))

TEST(t036_named_grid_reordered_names)
{
    int32_t z[6] = { 0 };
    EXPECT(tall_first(z) == 0);
    EXPECT_INTS(z, 6, 0, 1001, 110, 1111, 220, 1221);
    EXPECT(wide_first(z) == 0);
    EXPECT_INTS(z, 6, 0, 1010, 101, 1111, 202, 1212);
}

// Two times n steps, each of which adds one to the same window.
PL_KERNEL(count_steps, PL_REF(int32_t, z, 8))
{
    PL_WHEN (PL_FIRST(0) && PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, 8))
        z[c] += 1;
}

PL_CALL(dynamic_steps, count_steps,
        PL_SIZES(n),
        PL_GRID((i, 2), (j, n)),
        PL_OUT(int32_t, z, (8), PL_WHOLE))

TEST(t059_dynamic_grid)
{
    int32_t z[8] = { 0 };
    EXPECT(dynamic_steps(4, z) == 0);
    EXPECT_INTS(z, 8, 8, 8, 8, 8, 8, 8, 8, 8);
    EXPECT(dynamic_steps(1, z) == 0);
    EXPECT_INTS(z, 8, 2, 2, 2, 2, 2, 2, 2, 2);
}

// Upstream calls this an error; here a zero extent runs nothing and leaves outputs unchanged.
TEST(t083_pipeline_empty_grid)
{
    int32_t z[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    EXPECT(dynamic_steps(0, z) == 0);
    EXPECT_INTS(z, 8, 3, 1, 4, 1, 5, 9, 2, 6);
}

PL_KERNEL(add_scalar, PL_SCALAR(int32_t, a), PL_REF(int32_t, z, 8))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, 8))
        z[c] += a;
}

PL_CALL(dynamic_steps_of, add_scalar,
        PL_SIZES(n),
        PL_SCALAR(int32_t, a),
        PL_GRID((i, n)),
        PL_OUT(int32_t, z, (8), PL_WHOLE))

TEST(t061_dynamic_grid_scalar_input)
{
    int32_t z[8] = { 0 };
    EXPECT(dynamic_steps_of(5, -7, z) == 0);
    EXPECT_INTS(z, 8, -35, -35, -35, -35, -35, -35, -35, -35);
}

// The last block first: the map needs the number of programs, which in C is the expression of the extent.
PL_KERNEL(copy_pair, PL_REF(const int32_t, x, 2), PL_REF(int32_t, z, 2))
{
    PL_EACH ((c, 2))
        z[c] = x[c] + (int32_t)(100 * PL_NUM_PROGRAMS(0));
}

PL_CALL(reverse_pairs, copy_pair,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 2))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((2), (PL_CDIV(n, 2) - 1 - i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((2), (i))))

TEST(t062_num_programs_block_spec)
{
    int32_t x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, z[8] = { 0 };
    EXPECT(reverse_pairs(8, x, z) == 0);
    EXPECT_INTS(z, 8, 406, 407, 404, 405, 402, 403, 400, 401);
    EXPECT(reverse_pairs(4, x, z) == 0);
    EXPECT_INTS(z, 4, 202, 203, 200, 201);
}

// Every program draws a number. In any order of the parallel axis, each number is drawn once, and within
// one index of the parallel axis the other axis runs upwards.
PL_KERNEL(draw_number, PL_REF(int32_t, next, 1), PL_REF(int32_t, z, 1))
{
    z[0] = PL_ATOMIC_ADD(&next[0], 1);
}

PL_CALL(draw_numbers, draw_number,
        PL_GRID(PL_PARALLEL(i, 4), PL_ARBITRARY(j, 4)),
        PL_INOUT(int32_t, next, (1), PL_ATOMIC),
        PL_OUT  (int32_t, z, (4, 4), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))))

TEST(t121_randomization_of_parallel_dimensions)
{
    int32_t next = 0, z[4 * 4] = { 0 };
    int drawn[16] = { 0 };
    EXPECT(draw_numbers(&next, z) == 0);
    EXPECT(next == 16);
    for (int e = 0; e < 16; e++) {
        EXPECT(z[e] >= 0 && z[e] < 16);
        if (z[e] >= 0 && z[e] < 16)
            drawn[z[e]]++;
        if (e % 4 > 0)
            EXPECT(z[e] > z[e - 1]);
    }
    for (int number = 0; number < 16; number++)
        EXPECT(drawn[number] == 1);
}

// Parallel programs with disjoint blocks, and scratch that each writes before it reads: no report.
PL_KERNEL(twice_by_scratch, PL_REF(const int32_t, x, 4, 2), PL_REF(int32_t, z, 4, 2), PL_REF(int32_t, copy, 4, 2))
{
    PL_ASSIGN(copy, x);
    PL_EACH ((r, 4), (c, 2))
        z[r][c] = x[r][c] + copy[r][c];
}

PL_CALL(twice_in_parallel, twice_by_scratch,
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_IN (int32_t, x, (8, 2), PL_BLOCKSPEC((4, 2), (i, 0))),
        PL_OUT(int32_t, z, (8, 2), PL_BLOCKSPEC((4, 2), (i, 0))),
        PL_SCRATCH(int32_t, (4, 2)))

TEST(t127_two_cores_along_parallel_dimension_no_race)
{
    int32_t x[16], z[16] = { 0 };
    for (int e = 0; e < 16; e++)
        x[e] = e - 5;
    EXPECT(twice_in_parallel(x, z) == 0);
    for (int e = 0; e < 16; e++)
        EXPECT(z[e] == 2 * (e - 5));
}

int main(void)
{
    RUN(t001_add_one_1d);
    RUN(t002_add_one_2d);
    RUN(t036_named_grid_reordered_names);
    RUN(t059_dynamic_grid);
    RUN(t061_dynamic_grid_scalar_input);
    RUN(t062_num_programs_block_spec);
    RUN(t083_pipeline_empty_grid);
    RUN(t121_randomization_of_parallel_dimensions);
    RUN(t127_two_cores_along_parallel_dimension_no_race);
    return test_end();
}
