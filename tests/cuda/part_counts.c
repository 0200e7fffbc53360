// part_counts.c -- among how many parts the steps of a PL_REDUCTION axis are divided. parts.sh runs it.

#include "../test.h"
#include "../../targets/shared/call.h"

// On a device with 132 units; block: the bytes that a part of one program accumulates; shares: the groups that combine them.
static long parts_by(long shares, long wanted, long programs, long steps, int threads, double block)
{
    const struct pl_host_call call = { .programs = programs, .steps = programs * steps };
    return pl_call_parts(&call, wanted, steps, 132, threads, shares, block * (double)programs);
}

static long parts_of(long wanted, long programs, long steps, int threads, double block)
{
    return parts_by(1, wanted, programs, steps, threads, block);
}

static long parts(long programs, long steps, int threads, double block)
{
    return parts_of(0, programs, steps, threads, block);
}

TEST(as_many_groups_as_run_at_once)
{
    EXPECT(parts(1, 1 << 15, 256, 4) == 132 * 8);
    EXPECT(parts(64, 512, 256, 512) == 132 * 8 / 64);
    EXPECT(parts(1, 1 << 15, 0, 4) == 132);
    EXPECT(parts(132, 1 << 15, 256, 4) == 1);
}

// Blocks of which a multiprocessor should hold four are as many units.
TEST(as_many_as_should_be_resident)
{
    const struct pl_host_call call = { .programs = 256, .steps = 256 * 512 };
    EXPECT(pl_call_parts(&call, 0, 512, 132 * 4, 0, 1, 256 * 128) == 2);
    EXPECT(pl_call_parts(&call, 0, 512, 132, 0, 1, 256 * 128) == 1);
}

TEST(a_part_has_four_steps) { EXPECT(parts(1, 40, 256, 4) == 10); }

// One group adds up the parts of a program: 64 parts of 64 steps, if both have as many bytes.
TEST(few_parts_of_large_blocks)
{
    EXPECT(parts(1, 4096, 128, 128 * 128 * 4) == 64);
    EXPECT(parts(1, 4096, 128, 8192) == 90);
}

// 16 groups add up the parts of a program, of which each has a share: four times as many parts pay. With 44 programs only three
// groups for each run at once.
TEST(more_parts_of_shared_blocks)
{
    EXPECT(parts_by(16, 0, 1, 4096, 128, 128 * 128 * 4) == 256);
    EXPECT(parts_by(16, 0, 44, 64, 128, 128 * 128 * 4) == 13);
}

// PL_REDUCTION(l, steps, 6), also where a unit has no idle time; PALLAS=parts= comes first.
TEST(a_number_that_the_call_demands)
{
    EXPECT(parts_of(6, 1, 4096, 128, 8192) == 6);
    EXPECT(parts_of(6, 1000, 4096, 128, 8192) == 6);
    EXPECT(parts_of(6, 1, 5, 128, 8192) == 5);
    EXPECT(parts_of(6, 1, 1, 128, 8192) == 1);
    EXPECT(parts_of(1, 1, 4096, 128, 8192) == 1);
    EXPECT(parts_of(0, 1, 4096, 128, 8192) == 90);
    setenv("PALLAS", "parts=7", 1);
    EXPECT(parts_of(6, 1, 4096, 128, 8192) == 7);
    unsetenv("PALLAS");
}

int main(void)
{
    RUN(as_many_groups_as_run_at_once);
    RUN(as_many_as_should_be_resident);
    RUN(a_part_has_four_steps);
    RUN(few_parts_of_large_blocks);
    RUN(more_parts_of_shared_blocks);
    RUN(a_number_that_the_call_demands);
    return test_end();
}
