// carried.c -- scratch that each program writes before it reads it, which no axis carries, and scratch whose first write may
// not happen, which the axis of the grid carries.

#include <pallas.h>
#include "../test.h"

enum { N = 4, PROGRAMS = 3 };

#define PARTS \
    PL_SIZES(m), PL_GRID((i, m)), PL_IN (float, x, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))), \
    PL_OUT(float, z, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))), PL_SCRATCH(float, (N))

// A negative element of a program's x prevents the write to the scratch, and program 0 has none.
static const float input[PROGRAMS * N] = { 1, 2, 3, 4, 50, 60, -70, 80, 500, 600, 700, 800 };

// ---- A return of a helper, in a loop: in the kernel it becomes a jump past the write ----

PL_FUNCTION(void, clear_unless_negative, PL_REF(const float, x, N), PL_REF(float, s, N))
{
    for (int c = 0; c < N; c++)
        if (x[c] < 0)
            return;
    PL_FILL(s, 0);
}

PL_KERNEL(returns_kernel, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N))
{
    clear_unless_negative(PL_PASS(x), PL_PASS(s));
    PL_EACH ((c, N))
        s[c] += x[c];
    PL_ASSIGN(z, s);
}

PL_CALL(returns, returns_kernel, PARTS)

TEST(return_before_the_write)
{
    float z[PROGRAMS * N];
    EXPECT(!returns(PROGRAMS, input, z));
    EXPECT_INTS(z, PROGRAMS * N, 1, 2, 3, 4, 51, 62, -67, 84, 500, 600, 700, 800);
}

int main(void)
{
    RUN(return_before_the_write);
    return test_end();
}
