// expressions.c -- shapes, index maps, subscripts and extents whose operators bind less than a sum or a comparison.

#include <pallas.h>
#include "../test.h"

PL_KERNEL(mark_kernel, PL_REF(const int32_t, x, 4, 4), PL_REF(int32_t, z, 4, 4))
{
    PL_EACH ((r, 4), (c, 4))
        z[r][c] = PL_INSIDE(x, r, c) ? x[r][c] + 1000 : 5;
}

// m | 1 rows, at least 3 columns.
PL_CALL(mark_shapes, mark_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m | 1, 4)), (j, n & 8 ? 4 : 3)),
        PL_IN (int32_t, x, (m | 1, n > 3 ? n : 3), PL_BLOCKSPEC((4, 4), (i, j))),
        PL_OUT(int32_t, z, (m ^ 1, n > 3 ? n : 3), PL_BLOCKSPEC((4, 4), (i, j))))

// Pairs of block rows are swapped; so are the first two block columns.
PL_CALL(mark_maps, mark_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, m / 4), (j, n / 4)),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((4, 4), (i ^ 1, j < 2 ? 1 - j : j))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((4, 4), (i, j))))

PL_KERNEL(turn_kernel, PL_SCALAR(int, wide), PL_REF(const int32_t, x, 4, 4), PL_REF(int32_t, z, 4, wide ? 4 : 3))
{
    PL_FILL(z, 7);
    PL_EACH ((r, 4), (c, 1, wide ? 4 : 3))
        z[r][c] += x[r][c ^ 1] + x[r][c < 2 ? c + 2 : 0] * 100;
}

PL_CALL(turn, turn_kernel, PL_SCALAR(int, wide), PL_GRID(),
        PL_IN (int32_t, x, (4, 4), PL_WHOLE),
        PL_OUT(int32_t, z, (4, wide ? 4 : 3), PL_WHOLE))

// A float as a condition: OpenCL C has none before ?:.
static float half_of(float v)
{
    return v ? v / 2 : -1;
}

PL_KERNEL(float_conditions_kernel, PL_REF(const float, x, 64), PL_REF(float, z, 64), PL_REF(int32_t, count, 1))
{
    int32_t found = 0;
    PL_EACH ((c, 64))
        z[c] = x[c] ? 10 + half_of(x[c]) : half_of(x[c]) + !x[c] * 3;
    PL_EACH ((c, 64))
        PL_STORE(z[c], PL_LOAD(x[c], x[c] - 4, 77), x[c] - 1 && x[c] - 2);
    PL_REDUCE (found, PL_ADD, (c, 64), x[c] - 3 ? 0 : 1);
    count[0] = x[0] ? 0 : found;
}

PL_CALL(float_conditions, float_conditions_kernel, PL_GRID(),
        PL_IN (float, x, (64), PL_WHOLE),
        PL_OUT(float, z, (64), PL_WHOLE),
        PL_OUT(int32_t, count, (1), PL_WHOLE))

enum { ROWS = 16, COLUMNS = 13 };
static int32_t x[ROWS * COLUMNS], z[ROWS * COLUMNS];

TEST(in_shapes)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = i, z[i] = 0;
    EXPECT(mark_shapes(14, COLUMNS, x, z) == 0);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        EXPECT(z[i] == (i < 15 * COLUMNS ? 1000 + i : 0));
}

TEST(in_maps)
{
    enum { WIDE = 12 };
    for (int i = 0; i < ROWS * WIDE; i++)
        x[i] = i;
    EXPECT(mark_maps(ROWS, WIDE, x, z) == 0);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < WIDE; c++)
            EXPECT(z[r * WIDE + c] == 1000 + (r ^ 4) * WIDE + (c < 8 ? c ^ 4 : c));
}

TEST(in_subscripts_and_extents)
{
    for (int i = 0; i < 16; i++)
        x[i] = i;
    for (int wide = 0; wide < 2; wide++) {
        EXPECT(turn(wide, x, z) == 0);
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 3 + wide; c++)
                EXPECT(z[r * (3 + wide) + c] == 7 + (c ? 4 * r + (c ^ 1) + (4 * r + (c < 2 ? c + 2 : 0)) * 100 : 0));
    }
}

TEST(floats_as_conditions)
{
    float some[64], all[64];
    int32_t count;
    for (int i = 0; i < 64; i++)
        some[i] = i % 5;
    EXPECT(float_conditions(some, all, &count) == 0);
    for (int i = 0; i < 64; i++)
        EXPECT(all[i] == (i % 5 == 1 ? 10.5f : i % 5 == 2 ? 11 : i % 5 == 4 ? 77 : i % 5));
    EXPECT(count == 13);
}

PL_KERNEL(bool_kernel, PL_SCALAR(bool, on), PL_REF(const uint32_t, x, 24), PL_REF(uint32_t, z, 24))
{
    PL_EACH ((c, 12))
        z[c] = on - x[c] > 7 ? (on - x[c]) / 2 : 9;
    PL_LOOP (c, 12, 24)
        z[c] = on - x[c] > 7 ? (on - x[c]) / 2 : 9;
}
PL_CALL(bool_call, bool_kernel, PL_SCALAR(bool, on), PL_GRID(), PL_IN(uint32_t, x, (24), PL_WHOLE), PL_OUT(uint32_t, z, (24), PL_WHOLE))

// C converts a bool to int, and to unsigned int next to one: a 64-bit number does not wrap.
TEST(a_bool_argument_is_an_int)
{
    uint32_t x[24], z[24];
    const bool on = true;
    for (uint32_t i = 0; i < 24; i++)
        x[i] = i % 12;
    EXPECT(bool_call(on, x, z) == 0);
    for (int i = 0; i < 24; i++)
        EXPECT(z[i] == (on - x[i] > 7 ? (on - x[i]) / 2 : 9));
}

int main(void)
{
    RUN(in_subscripts_and_extents);
    RUN(in_shapes);
    RUN(in_maps);
    RUN(floats_as_conditions);
    RUN(a_bool_argument_is_an_int);
    return test_end();
}
