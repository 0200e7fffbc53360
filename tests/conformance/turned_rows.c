// Where lanes wait: before an element that another lane has written is read. What looks like the lane's own element, or like the first or
// last step, is not one here.

#include <pallas.h>
#include "../test.h"

enum { N = 256, SHORT = 64, STEPS = 4 };

// An index that is converted to a type of one byte wraps.
PL_KERNEL(wrapped_kernel, PL_REF(const int32_t, x, N), PL_REF(int32_t, z, N), PL_REF(int32_t, s, N))
{
    PL_EACH ((c, 99))
        s[c] = x[c];
    PL_EACH ((c, 96)) {
        const uint8_t at = (uint8_t)(c + 258);
        z[c] = s[(uint8_t)(c + 257)] + 3 * s[at];
    }
}

PL_CALL(wrapped, wrapped_kernel, PL_GRID((i, 2)), PL_IN(int32_t, x, (2, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))),
        PL_INOUT(int32_t, z, (2, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))), PL_SCRATCH(int32_t, (N)))

// The step is not the last: the number of programs is that of another axis.
PL_KERNEL(other_kernel, PL_REF(const int32_t, x, SHORT), PL_REF(int32_t, z, SHORT), PL_REF(int32_t, s, SHORT))
{
    PL_WHEN (PL_FIRST(1)) {
        PL_ASSIGN(s, x);
        PL_FILL(z, 0);
    }
    PL_EACH ((c, SHORT))
        z[c] += s[SHORT - 1 - c];
    PL_WHEN (PL_PROGRAM_ID(1) == PL_NUM_PROGRAMS(0) - 1)
        PL_ASSIGN(s, x);
}

PL_CALL(other, other_kernel, PL_GRID(PL_PARALLEL(i, 2), (j, STEPS)),
        PL_IN (int32_t, x, (2 * STEPS, SHORT), PL_BLOCKSPEC((PL_NONE, SHORT), (i * STEPS + j, 0))),
        PL_OUT(int32_t, z, (2, SHORT), PL_BLOCKSPEC((PL_NONE, SHORT), (i, 0))), PL_SCRATCH(int32_t, (SHORT)))

// The loop counts down, so 0 is in its last iteration.
PL_KERNEL(down_kernel, PL_REF(const int32_t, x, SHORT), PL_REF(int32_t, z, SHORT), PL_REF(int32_t, s, SHORT))
{
    PL_FILL(z, 0);
    for (int k = 3; k >= 0; k--) {
        if (k > 0) {
            PL_ASSIGN(s, x);
            continue;
        }
        if (k == 0)
            PL_EACH ((c, SHORT))
                z[c] += s[SHORT - 1 - c];
    }
}

PL_CALL(down, down_kernel, PL_GRID((i, 2)), PL_IN(int32_t, x, (2, SHORT), PL_BLOCKSPEC((PL_NONE, SHORT), (i, 0))),
        PL_OUT(int32_t, z, (2, SHORT), PL_BLOCKSPEC((PL_NONE, SHORT), (i, 0))), PL_SCRATCH(int32_t, (SHORT)))

static int32_t x[2 * N], z[2 * N];

static void fill(void)
{
    for (int i = 0; i < 2 * N; i++)
        x[i] = i * 7 % 101 + i / N;
}

TEST(an_index_of_one_byte)
{
    fill();
    EXPECT(wrapped(x, z) == 0);
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < 96; c++)
            EXPECT(z[i * N + c] == x[i * N + c + 1] + 3 * x[i * N + c + 2]);
}

TEST(the_number_of_programs_of_another_axis)
{
    fill();
    EXPECT(other(x, z) == 0);
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < SHORT; c++) {
            const int32_t *first = &x[i * STEPS * SHORT + SHORT - 1 - c];
            EXPECT(z[i * SHORT + c] == 2 * first[0] + 2 * first[SHORT]);
        }
}

TEST(a_loop_that_counts_down)
{
    fill();
    EXPECT(down(x, z) == 0);
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < SHORT; c++)
            EXPECT(z[i * SHORT + c] == x[i * SHORT + SHORT - 1 - c]);
}

int main(void)
{
    RUN(an_index_of_one_byte);
    RUN(the_number_of_programs_of_another_axis);
    RUN(a_loop_that_counts_down);
    return test_end();
}
