// upstream_alias.c -- the upstream tests about inputs and outputs that share their memory.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

PL_KERNEL(add_one_in_place, PL_REF(int32_t, x, 4))
{
    PL_EACH ((c, 4))
        x[c] += 1;
}

PL_KERNEL(add_one, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + 1;
}

PL_CALL(in_place, add_one_in_place,
        PL_GRID((i, 2)),
        PL_INOUT(int32_t, x, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(aliased, add_one,
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

TEST(t027_vector_input_output_aliasing)
{
    int32_t x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    EXPECT(in_place(x) == 0);
    EXPECT_INTS(x, 8, 1, 2, 3, 4, 5, 6, 7, 8);
    EXPECT(aliased(x, x) == 0);
    EXPECT_INTS(x, 8, 2, 3, 4, 5, 6, 7, 8, 9);
}

PL_KERNEL(count_up, PL_SMEM_REF(int32_t, x, 2))
{
    x[0] += 1;
    x[1] += 10;
}

PL_CALL(scalars_in_place, count_up,
        PL_GRID((i, 3)),
        PL_INOUT(int32_t, x, (2), PL_BLOCKSPEC((2), (0), PL_SPACE(SMEM))))

TEST(t028_scalar_input_output_aliasing)
{
    int32_t x[2] = { 5, 7 };
    EXPECT(scalars_in_place(x) == 0);
    EXPECT_INTS(x, 2, 8, 37);
}

// Upstream counts operands, including prefetched ones; here an alias is a name.
PL_KERNEL(add_entry, PL_SMEM_REF(const int32_t, t, 2), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + t[PL_PROGRAM_ID(0)];
}

PL_CALL(aliased_with_table, add_entry,
        PL_GRID((i, 2)),
        PL_PREFETCH(int32_t, t, (2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

TEST(t058_input_output_aliasing_with_scalar_prefetch)
{
    int32_t t[2] = { 100, 200 }, x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    EXPECT(aliased_with_table(t, x, x) == 0);
    EXPECT_INTS(x, 8, 100, 101, 102, 103, 204, 205, 206, 207);
}

// Step t reads block (i, j) and writes block (j, i) of the same array: below the diagonal it reads the result of an
// earlier step.
PL_KERNEL(add_step, PL_REF(const int32_t, x, 2, 3), PL_REF(int32_t, z, 2, 3), PL_SMEM_REF(int32_t, step, 1))
{
    PL_WHEN (PL_FIRST(0) && PL_FIRST(1))
        step[0] = 0;
    PL_EACH ((r, 2), (c, 3))
        z[r][c] = x[r][c] + step[0];
    step[0] += 1;
}

PL_CALL(transposed_alias, add_step,
        PL_GRID((i, 4), (j, 4)),
        PL_IN (int32_t, x, (8, 12), PL_BLOCKSPEC((2, 3), (i, j))),
        PL_OUT(int32_t, z, (8, 12), PL_BLOCKSPEC((2, 3), (j, i), PL_ALIAS(x))),
        PL_SCRATCH_SMEM(int32_t, (1)))

TEST(t116_aliasing)
{
    // by hand: the block of step t = 4 i + j gets t plus the contents of block (i, j) at that time
    static const int32_t wanted[4][4] = { { 0, 5, 10, 15 }, { 1, 5, 15, 20 }, { 2, 6, 10, 25 }, { 3, 7, 11, 15 } };
    int32_t x[8 * 12] = { 0 };
    EXPECT(transposed_alias(x, x) == 0);
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 12; c++)
            EXPECT(x[r * 12 + c] == wanted[r / 2][c / 3]);
}

// The block of x never changes, so it is fetched once, and every step writes x + s: earlier steps have no effect.
// As one INOUT window they do: each step sees the writes of the previous one.
PL_KERNEL(add_table, PL_SMEM_REF(const int32_t, s, 1), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + s[0];
}

PL_CALL(fetched_once, add_table,
        PL_SIZES(steps),
        PL_GRID((i, steps)),
        PL_PREFETCH(int32_t, s, (1)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((4), (0))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((4), (0), PL_ALIAS(x))))

PL_CALL(seen_each_step, add_one_in_place,
        PL_SIZES(steps),
        PL_GRID((i, steps)),
        PL_INOUT(int32_t, x, (4), PL_BLOCKSPEC((4), (0))))

TEST(t117_dynamic_grid_and_aliasing)
{
    int32_t s[1] = { 1 }, x[4] = { 0, 1, 2, 3 };
    EXPECT(fetched_once(13, s, x, x) == 0);
    EXPECT_INTS(x, 4, 1, 2, 3, 4);
    EXPECT(seen_each_step(13, x) == 0);
    EXPECT_INTS(x, 4, 14, 15, 16, 17);
}

// If the grid visits one half of an array, the other half is unchanged. (Upstream stores through a copy to HBM.)
PL_KERNEL(store_id, PL_REF(int32_t, x, 2, 3))
{
    PL_FILL(x, (int32_t)(100 + PL_PROGRAM_ID(0)));
}

PL_CALL(store_lower_half, store_id,
        PL_GRID((i, 2)),
        PL_INOUT(int32_t, x, (8, 3), PL_BLOCKSPEC((2, 3), (i + 2, 0))))

TEST(t129_store_to_half_of_hbm_output_buffer)
{
    int32_t x[24];
    for (int e = 0; e < 24; e++)
        x[e] = e;
    EXPECT(store_lower_half(x) == 0);
    for (int e = 0; e < 24; e++)
        EXPECT(x[e] == (e < 12 ? e : e < 18 ? 100 : 101));
}

int main(void)
{
    RUN(t027_vector_input_output_aliasing);
    RUN(t028_scalar_input_output_aliasing);
    RUN(t058_input_output_aliasing_with_scalar_prefetch);
    RUN(t116_aliasing);
    RUN(t117_dynamic_grid_and_aliasing);
    RUN(t129_store_to_half_of_hbm_output_buffer);
    return test_end();
}
