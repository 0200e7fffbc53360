// mistakes.c -- mistakes that a call makes when it runs: every target reports them, in the same words.
//
// CAUGHT makes a call that is wrong: it returns PL_FAILED, and pl_error() has these words. With PL_CHECKS=0 nobody looks,
// and no such call is made. Which program reports first is a target's own business.

#include <pallas.h>
#include "../test.h"

#define CAUGHT(call, words)                                                 \
    do {                                                                    \
        if (PL_CHECKS) {                                                    \
            EXPECT((call) == PL_FAILED);                                    \
            EXPECT(pl_error() && strstr(pl_error(), words) != NULL);        \
        }                                                                   \
    } while (0)

// ---- PL_MULTIPLE_OF: in a kernel, for each element, in a helper, in a grid and a shape, in an index map ----

PL_KERNEL(of_scalar_kernel, PL_SCALAR(long, by), PL_REF(int32_t, z, 4))
{
    PL_FILL(z, (int32_t)PL_MULTIPLE_OF(by, 8));
}

PL_CALL(of_scalar, of_scalar_kernel, PL_SCALAR(long, by), PL_GRID(), PL_OUT(int32_t, z, (4), PL_WHOLE))

PL_KERNEL(of_index_kernel, PL_SCALAR(long, by), PL_REF(const int32_t, x, 8), PL_REF(int32_t, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = x[PL_MULTIPLE_OF(c * by, 2) % 8];
}

PL_CALL(of_index, of_index_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (24), PL_BLOCKSPEC((8), (i))),
        PL_OUT(int32_t, z, (24), PL_BLOCKSPEC((8), (i))))

static long times_eight(long v)
{
    return PL_MULTIPLE_OF(v, 8);
}

PL_KERNEL(of_program_kernel, PL_SCALAR(long, by), PL_REF(int32_t, z, 4))
{
    long v = times_eight(by * PL_PROGRAM_ID(0));
    PL_FILL(z, (int32_t)v);
}

PL_CALL(of_program, of_program_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (i))))

PL_CALL(of_grid, of_program_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, PL_MULTIPLE_OF(by, 8) / 8)),
        PL_OUT(int32_t, z, (PL_MULTIPLE_OF(by, 8) / 2), PL_BLOCKSPEC((4), (i))))

PL_CALL(of_map, of_program_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (PL_MULTIPLE_OF(i * by, 8) / 8))))

TEST(a_promise_of_multiples_is_checked)
{
    int32_t x[24], z[24] = { 0 };
    for (int e = 0; e < 24; e++)
        x[e] = e;
    EXPECT(of_scalar(16, z) == 0);
    EXPECT_INTS(z, 4, 16, 16, 16, 16);
    CAUGHT(of_scalar(12, z), "PL_MULTIPLE_OF: 12 is no multiple of 8");
    EXPECT(of_index(2, x, z) == 0);
    EXPECT_INTS(z, 9, 0, 2, 4, 6, 0, 2, 4, 6, 8);
    CAUGHT(of_index(1, x, z), " is no multiple of 2");
    EXPECT(of_program(8, z) == 0);
    EXPECT_INTS(z, 12, 0, 0, 0, 0, 8, 8, 8, 8, 16, 16, 16, 16);
    CAUGHT(of_program(4, z), "PL_MULTIPLE_OF: 4 is no multiple of 8");
    EXPECT(of_grid(24, z) == 0);
    CAUGHT(of_grid(12, z), "PL_MULTIPLE_OF: 12 is no multiple of 8");
    EXPECT(of_map(8, z) == 0);
    CAUGHT(of_map(4, z), "PL_MULTIPLE_OF: 4 is no multiple of 8");
}

int main(void)
{
    RUN(a_promise_of_multiples_is_checked);
    return test_end();
}
