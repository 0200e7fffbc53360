// upstream_control.c -- the upstream tests about control flow: loops, branches, checks, calls without outputs.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

// A call may have only inputs: it runs and makes its checks, and has no result.
PL_KERNEL(look_only, PL_REF(const int32_t, x, 4))
{
    PL_EACH ((c, 4))
        PL_CHECK(x[c] == 4 * PL_PROGRAM_ID(0) + c, "x is not what was passed");
}

PL_CALL(no_outputs, look_only,
        PL_GRID((i, 2)),
        PL_IN(int32_t, x, (8), PL_BLOCKSPEC((4), (i))))

TEST(t004_no_outputs)
{
    int32_t x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    EXPECT(no_outputs(x) == 0);
    EXPECT_INTS(x, 8, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Loops that start above zero, have a step, or do not run.
PL_KERNEL(sum_ranges, PL_REF(int32_t, z, 5))
{
    PL_FILL(z, 0);
    PL_LOOP (i, 2, 5)
        z[0] += (int32_t)i;
    PL_LOOP (i, 1, 10, 4)
        z[1] += (int32_t)i;
    PL_LOOP (i, 7, 7)
        z[2] += (int32_t)i;
    PL_LOOP (i, -3, 0)
        z[3] += (int32_t)i;
    PL_LOOP (i, 0, 3)
        PL_LOOP (j, i, 3)
            z[4] = 10 * z[4] + (int32_t)j;
}

PL_CALL(ranges, sum_ranges, PL_GRID(), PL_OUT(int32_t, z, (5), PL_WHOLE))

TEST(t029_fori_loop_with_nonzero_lower_bound)
{
    int32_t z[5] = { 0 };
    EXPECT(ranges(z) == 0);
    // 2+3+4; 1+5+9; none; -3-2-1; the pairs i <= j in order: 0 1 2, 1 2, 2
    EXPECT_INTS(z, 5, 9, 15, 0, -6, 12122);
}

// One branch stores one element, the other leaves all elements unchanged.
PL_KERNEL(store_one, PL_SCALAR(bool, store), PL_REF(const int32_t, x, 8), PL_REF(int32_t, z, 8))
{
    PL_WHEN (store)
        z[4] = x[6];
}

PL_CALL(conditional, store_one,
        PL_SCALAR(bool, store),
        PL_GRID(),
        PL_IN   (int32_t, x, (8), PL_WHOLE),
        PL_INOUT(int32_t, z, (8), PL_WHOLE))

TEST(t031_conditional_write)
{
    int32_t x[8] = { 10, 11, 12, 13, 14, 15, 16, 17 }, z[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    EXPECT(conditional(false, x, z) == 0);
    EXPECT_INTS(z, 8, 0, 1, 2, 3, 4, 5, 6, 7);
    EXPECT(conditional(true, x, z) == 0);
    EXPECT_INTS(z, 8, 0, 1, 2, 3, 16, 5, 6, 7);
}

// Only the data determine the trip count.
PL_KERNEL(steps_to_one, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    int32_t n = x[0], steps = 0;
    while (n > 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    z[0] = steps;
}

PL_CALL(collatz, steps_to_one,
        PL_GRID((i, 6)),
        PL_IN (int32_t, x, (6), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(t032_while_with_dynamic_condition)
{
    int32_t x[6] = { 1, 2, 3, 6, 7, 27 }, z[6] = { 0 };
    EXPECT(collatz(x, z) == 0);
    EXPECT_INTS(z, 6, 0, 1, 7, 8, 16, 111);         // the well-known lengths; 3: 10 5 16 8 4 2 1
}

// A check that holds changes nothing. With checks off a check that fails changes nothing either, and its operands do not run.
// upstream_errors.c shows the failing check with checks on.
PL_KERNEL(check_first, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    int32_t looked = 0;
#if PL_CHECKS || defined __PALLASC__                 // targets also check, except with -DPL_CHECKS=0
    PL_CHECK(x[0] == 1, "x[0] is %d", (int)x[0]);
#else
    PL_CHECK(looked++ && x[0] == 2, "never seen");
#endif
    PL_EACH ((c, 4))
        z[c] = x[c] + looked;
}

PL_CALL(checked, check_first,
        PL_GRID(),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (4), PL_WHOLE))

TEST(t034_runtime_assert_is_noop_when_not_enabled)
{
    int32_t x[4] = { 1, 2, 3, 4 }, z[4] = { 0 };
    EXPECT(checked(x, z) == 0);
    EXPECT_INTS(z, 4, 1, 2, 3, 4);
}

int main(void)
{
    RUN(t004_no_outputs);
    RUN(t029_fori_loop_with_nonzero_lower_bound);
    RUN(t031_conditional_write);
    RUN(t032_while_with_dynamic_condition);
    RUN(t034_runtime_assert_is_noop_when_not_enabled);
    return test_end();
}
