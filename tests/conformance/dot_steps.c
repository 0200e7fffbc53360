// One PL_DOT per step of a sequential axis: its slices are one sequence over all steps, and those of the next steps may be fetched
// early. One slice per step, several, a last one with less depth; operands that do not vary or are transposed; other statements in a step.

#include <pallas.h>
#include "../test.h"

enum { BM = 24, BN = 32, MOST = 96 };

static float x[MOST * MOST], y[MOST * MOST], z[MOST * MOST];

static float value(long at)
{
    return (float)(at * 37 % 23 - 11);
}

static void fill(void)
{
    for (long e = 0; e < MOST * MOST; e++) {
        x[e] = value(e);
        y[e] = value(3 * e + 5);
        z[e] = -1;
    }
}

// Returns the number of wrong elements of z = times · x · y. x is next to y: x[r][l] at r * x_row + l * x_column.
static int wrong(long m, long n, long k, long x_row, long x_column, long y_row, long y_column, float times)
{
    int count = 0;
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = 0;
            for (long l = 0; l < k; l++)
                sum += value(r * x_row + l * x_column) * value(3 * (l * y_row + c * y_column) + 5);
            count += z[r * n + c] != times * sum;
        }
    return count;
}

// ---- Two slices per step; other statements of a step, before and after ----

enum { TWO = 32 };

PL_KERNEL(two_kernel, PL_REF(const float, a, BM, TWO), PL_REF(const float, b, TWO, BN), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((i, BM), (j, BN))
            c[i][j] *= 2;
}
PL_CALL(two, two_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, TWO))),
        PL_IN (float, a, (m, k), PL_BLOCKSPEC((BM, TWO), (i, l), PL_EDGE(0))),
        PL_IN (float, b, (k, n), PL_BLOCKSPEC((TWO, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static void try_two(long m, long n, long k)
{
    fill();
    EXPECT(two(m, n, k, x, y, z) == 0);
    EXPECT(wrong(m, n, k, k, 1, n, 1, 2) == 0);
}

TEST(two_slices_a_step)
{
    try_two(48, 64, 96);                                // all blocks whole
    try_two(48, 64, 32);                                // one step
    try_two(48, 64, 64);
    try_two(50, 70, 75);                                // masks
    try_two(7, 5, 3);
}

// ---- One slice per step ----

PL_KERNEL(one_kernel, PL_REF(const float, a, BM, 16), PL_REF(const float, b, 16, BN), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
}
PL_CALL(one, one_kernel, PL_SIZES(m, n, k), PL_GRID((i, m / BM), (j, n / BN), (l, PL_CDIV(k, 16))),
        PL_IN (float, a, (m, k), PL_BLOCKSPEC((BM, 16), (i, l), PL_EDGE(0))),
        PL_IN (float, b, (k, n), PL_BLOCKSPEC((16, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(one_slice_a_step)
{
    for (long k = 1; k <= 90; k += k == 1 ? 15 : 37) {
        fill();
        EXPECT(one(72, 64, k, x, y, z) == 0);
        EXPECT(wrong(72, 64, k, k, 1, 64, 1, 1) == 0);
    }
}

// ---- The last slice of each step has less depth ----

PL_KERNEL(less_kernel, PL_REF(const float, a, BM, 40), PL_REF(const float, b, 40, BN), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
}
PL_CALL(less, less_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, 40))),
        PL_IN (float, a, (m, k), PL_BLOCKSPEC((BM, 40), (i, l), PL_EDGE(0))),
        PL_IN (float, b, (k, n), PL_BLOCKSPEC((40, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(last_slice_less_deep)
{
    fill();
    EXPECT(less(48, 64, 80, x, y, z) == 0);
    EXPECT(wrong(48, 64, 80, 80, 1, 64, 1, 1) == 0);
    fill();
    EXPECT(less(50, 40, 90, x, y, z) == 0);
    EXPECT(wrong(50, 40, 90, 90, 1, 40, 1, 1) == 0);
}

// ---- An operand that does not vary: each step multiplies it by another block, and adds to its own block of the result ----

PL_KERNEL(stays_kernel, PL_REF(const float, a, BM, TWO), PL_REF(const float, b, TWO, BN), PL_REF(float, c, BM, BN), PL_REF(int32_t, steps, 1))
{
    PL_FILL(c, 0);
    PL_DOT(c, a, b);
    PL_WHEN (PL_FIRST(1))
        PL_FILL(steps, 0);
    steps[0] += 1;
}
PL_CALL(stays, stays_kernel, PL_SIZES(m, n), PL_GRID((i, m / BM), (j, n / BN)),
        PL_IN (float, a, (m, TWO), PL_BLOCKSPEC((BM, TWO), (i, 0))),
        PL_IN (float, b, (TWO, n), PL_BLOCKSPEC((TWO, BN), (0, j))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))), PL_OUT(int32_t, steps, (m / BM), PL_BLOCKSPEC((1), (i))))

TEST(an_operand_that_stays)
{
    int32_t steps[4];
    fill();
    EXPECT(stays(96, 96, x, y, z, steps) == 0);
    EXPECT(wrong(96, 96, TWO, TWO, 1, 96, 1, 1) == 0);
    EXPECT_INTS(steps, 4, 3, 3, 3, 3);
}

// ---- Transposed operands, whose slices are columns of the arrays ----

PL_KERNEL(turned_kernel, PL_REF(const float, a, TWO, BM), PL_REF(const float, b, BN, TWO), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(c, 0);
    PL_DOT(c, PL_T(a), PL_T(b));
}
PL_CALL(turned, turned_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, TWO))),
        PL_IN (float, a, (k, m), PL_BLOCKSPEC((TWO, BM), (l, i), PL_EDGE(0))),
        PL_IN (float, b, (n, k), PL_BLOCKSPEC((BN, TWO), (j, l), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(transposed)
{
    fill();
    EXPECT(turned(50, 70, 75, x, y, z) == 0);
    EXPECT(wrong(50, 70, 75, 1, 50, 1, 75, 1) == 0);
    fill();
    EXPECT(turned(48, 64, 96, x, y, z) == 0);
    EXPECT(wrong(48, 64, 96, 1, 48, 1, 96, 1) == 0);
}

// ---- Several sequential axes: slices are one sequence over the steps of all of them ----

enum { PARTS = 3, ROWS = 40, COLUMNS = 39, DEEP = 45 };

PL_KERNEL(nested_kernel, PL_REF(const float, a, BM, TWO), PL_REF(const float, b, TWO, BN), PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(2) && PL_FIRST(3))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
    PL_WHEN (PL_LAST(2) && PL_LAST(3))
        PL_EACH ((i, BM), (j, BN))
            c[i][j] = c[i][j] * 2 + PL_AXIS(h) + 1 - PARTS;
}
PL_CALL(nested, nested_kernel, PL_SIZES(p, m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (h, p), (l, PL_CDIV(k, TWO))),
        PL_IN (float, a, (p, m, k), PL_BLOCKSPEC((PL_NONE, BM, TWO), (h, i, l), PL_EDGE(0))),
        PL_IN (float, b, (p, k, n), PL_BLOCKSPEC((PL_NONE, TWO, BN), (h, l, j), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static float product_in_part(long a, long b, long r, long c)
{
    float sum = 0;
    for (long l = 0; l < DEEP; l++)
        sum += value((a * ROWS + r) * DEEP + l) * value(3 * ((b * DEEP + l) * COLUMNS + c) + 5);
    return sum;
}

TEST(sums_over_two_axes)
{
    fill();
    EXPECT(nested(PARTS, ROWS, COLUMNS, DEEP, x, y, z) == 0);
    for (long r = 0; r < ROWS; r++)
        for (long c = 0; c < COLUMNS; c++) {
            float sum = 0;
            for (long p = 0; p < PARTS; p++)
                sum += product_in_part(p, p, r, c);
            EXPECT(z[r * COLUMNS + c] == 2 * sum);
        }
    fill();
    EXPECT(nested(0, ROWS, COLUMNS, DEEP, x, y, z) == 0 && nested(PARTS, ROWS, COLUMNS, 0, x, y, z) == 0);
    for (int e = 0; e < ROWS * COLUMNS; e++)
        EXPECT(z[e] == -1);
}

// ---- Steps of the outer axis have results of their own; a table says which matrices they multiply ----

PL_KERNEL(each_kernel, PL_SMEM_REF(const int32_t, t, PARTS), PL_REF(const float, a, BM, TWO), PL_REF(const float, b, TWO, BN),
          PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(3))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
    PL_WHEN (PL_LAST(3))
        PL_EACH ((i, BM), (j, BN))
            c[i][j] += PL_AXIS(h);
}
PL_CALL(each, each_kernel, PL_SIZES(p, m, n, k),
        PL_GRID(PL_ARBITRARY(h, PARTS), (i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, TWO))),
        PL_PREFETCH(int32_t, t, (PARTS)),
        PL_IN (float, a, (p, m, k), PL_BLOCKSPEC((PL_NONE, BM, TWO), (t[h], i, l), PL_EDGE(0))),
        PL_IN (float, b, (p, k, n), PL_BLOCKSPEC((PL_NONE, TWO, BN), (t[h] / 2, l, j), PL_EDGE(0))),
        PL_OUT(float, c, (PARTS, m, n), PL_BLOCKSPEC((PL_NONE, BM, BN), (h, i, j))))

TEST(results_of_the_outer_axis)
{
    static const int32_t t[PARTS] = { 2, 0, 1 };
    fill();
    EXPECT(each(PARTS, ROWS, COLUMNS, DEEP, t, x, y, z) == 0);
    for (long h = 0; h < PARTS; h++)
        for (long r = 0; r < ROWS; r++)
            for (long c = 0; c < COLUMNS; c++)
                EXPECT(z[(h * ROWS + r) * COLUMNS + c] == product_in_part(t[h], t[h] / 2, r, c) + h);
}

// ---- Blocks that are less deep than others, as a table says ----

enum { FEW = 24, GROUPS = 4, ALL = 60 };

PL_KERNEL(groups_kernel, PL_SMEM_REF(const int32_t, begin, GROUPS + 1), PL_REF(const float, a, BM, FEW), PL_REF(const float, b, FEW, BN),
          PL_REF(float, c, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(c, 0);
    PL_DOT(c, a, b);
}
PL_CALL(groups, groups_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (g, GROUPS)),
        PL_PREFETCH(int32_t, begin, (GROUPS + 1)),
        PL_IN (float, a, (m, k), PL_BLOCKSPEC((BM, PL_BOUNDED(FEW)), (i, PL_DS(begin[g], begin[g + 1] - begin[g])), PL_EDGE(0))),
        PL_IN (float, b, (k, n), PL_BLOCKSPEC((PL_BOUNDED(FEW), BN), (PL_DS(begin[g], begin[g + 1] - begin[g]), j), PL_EDGE(0))),
        PL_OUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(groups_of_a_table)
{
    static const int32_t begin[GROUPS + 1] = { 0, 24, 27, 47, ALL };
    fill();
    EXPECT(groups(50, 40, ALL, begin, x, y, z) == 0);
    EXPECT(wrong(50, 40, ALL, ALL, 1, 40, 1, 1) == 0);
}

// ---- No steps at all: elements of the result that are not written are unchanged ----

PL_KERNEL(none_kernel, PL_REF(const float, a, BM, TWO), PL_REF(const float, b, TWO, BN), PL_REF(float, c, BM, BN))
{
    PL_DOT(c, a, b);
}
PL_CALL(none, none_kernel, PL_SIZES(m, n, k), PL_GRID((i, m / BM), (j, n / BN), (l, k / TWO)),
        PL_IN   (float, a, (m, k), PL_BLOCKSPEC((BM, TWO), (i, l))), PL_IN(float, b, (k, n), PL_BLOCKSPEC((TWO, BN), (l, j))),
        PL_INOUT(float, c, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(no_steps)
{
    fill();
    EXPECT(none(48, 64, 31, x, y, z) == 0);
    for (int e = 0; e < 48 * 64; e++)
        EXPECT(z[e] == -1);
    for (int e = 0; e < 48 * 64; e++)
        z[e] = 0;
    EXPECT(none(48, 64, 64, x, y, z) == 0);
    EXPECT(wrong(48, 64, 64, 64, 1, 64, 1, 1) == 0);
}

int main(void)
{
    RUN(two_slices_a_step);
    RUN(one_slice_a_step);
    RUN(last_slice_less_deep);
    RUN(an_operand_that_stays);
    RUN(transposed);
    RUN(sums_over_two_axes);
    RUN(results_of_the_outer_axis);
    RUN(groups_of_a_table);
    RUN(no_steps);
    return test_end();
}
