// upstream_scratch.c -- the upstream tests about scratch and scoped storage that need no semaphores.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

// Blocks that exist until the end of a C block, nested: the inner one does not affect the outer one.
PL_KERNEL(nested_tiles, PL_REF(const int32_t, x, 2, 4), PL_REF(int32_t, z, 2, 4))
{
    PL_TILE(int32_t, outer, 2, 4);
    PL_EACH ((r, 2), (c, 4))
        outer[r][c] = x[r][c] + 1;
    PL_LOOP (turn, 0, 2) {
        PL_TILE(int32_t, inner, 2, 4);
        PL_EACH ((r, 2), (c, 4))
            inner[r][c] = outer[r][c] * (int32_t)(turn + 2);
        PL_ASSIGN(outer, inner);
    }
    PL_ASSIGN(z, outer);
}

PL_CALL(nested_scopes, nested_tiles,
        PL_GRID(),
        PL_IN (int32_t, x, (2, 4), PL_WHOLE),
        PL_OUT(int32_t, z, (2, 4), PL_WHOLE))

TEST(t063_nested_scoped_allocation)
{
    int32_t x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, z[8] = { 0 };
    EXPECT(nested_scopes(x, z) == 0);
    EXPECT_INTS(z, 8, 6, 12, 18, 24, 30, 36, 42, 48);           // (x + 1) * 2 * 3
}

// A value computed from a scoped block outlives it: a scalar in a local, a block in another block.
PL_KERNEL(values_leave_scopes, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    int32_t sum = 0;
    {
        PL_TILE(int32_t, square, 4);
        PL_EACH ((c, 4))
            square[c] = x[c] * x[c];
        PL_REDUCE (sum, PL_ADD, (c, 4), square[c]);
        PL_ASSIGN(z, square);
    }
    PL_EACH ((c, 4))
        z[c] += 1000 * sum;
}

PL_CALL(scope_results, values_leave_scopes,
        PL_GRID(),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (4), PL_WHOLE))

TEST(t064_run_scoped_can_return_vector_values)
{
    int32_t x[4] = { 1, -2, 3, 4 }, z[4] = { 0 };
    EXPECT(scope_results(x, z) == 0);
    EXPECT_INTS(z, 4, 30001, 30004, 30009, 30016);              // 1 + 4 + 9 + 16 = 30
}

// Scratch persists over the steps of one call only: each call starts with it uninitialized.
PL_KERNEL(count_in_scratch, PL_REF(int32_t, z, 2), PL_REF(int32_t, count, 2))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(count, 0);
    PL_EACH ((c, 2)) {
        count[c] += 1;
        z[c] = count[c];
    }
}

PL_CALL(hoisted_scratch, count_in_scratch,
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((2), (i))),
        PL_SCRATCH(int32_t, (2)))

PL_KERNEL(count_in_smem, PL_REF(int32_t, z, 2), PL_SMEM_REF(int32_t, count, 1))
{
    PL_WHEN (PL_FIRST(0))
        count[0] = 0;
    count[0] += 1;
    PL_EACH ((c, 2))
        z[c] = count[0];
}

PL_CALL(hoisted_smem, count_in_smem,
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((2), (i))),
        PL_SCRATCH_SMEM(int32_t, (1)))

TEST(t073_hoisted_scratch_space)
{
    int32_t z[6] = { 0 };
    EXPECT(hoisted_scratch(z) == 0);
    EXPECT_INTS(z, 6, 1, 1, 2, 2, 3, 3);
    EXPECT(hoisted_scratch(z) == 0);
    EXPECT_INTS(z, 6, 1, 1, 2, 2, 3, 3);
    memset(z, 0, sizeof z);
    EXPECT(hoisted_smem(z) == 0);
    EXPECT_INTS(z, 6, 1, 1, 2, 2, 3, 3);
}

int main(void)
{
    RUN(t063_nested_scoped_allocation);
    RUN(t064_run_scoped_can_return_vector_values);
    RUN(t073_hoisted_scratch_space);
    return test_end();
}
