// operands.c -- many operands, many axes, many sizes: the limits of a call.

#include <pallas.h>
#include "../test.h"

// ---- Sixteen arrays of seven types: twelve inputs, an inout, three outputs; and tables, scalars, scratch ----

enum { N = 11, B = 4 };

PL_KERNEL(sixteen,
          PL_SCALAR(int32_t, factor), PL_SCALAR(float, shift),
          PL_SMEM_REF(const int32_t, order, 3),
          PL_REF(const float, a0, B), PL_REF(const double, a1, B), PL_REF(const int8_t, a2, B),
          PL_REF(const uint8_t, a3, B), PL_REF(const int32_t, a4, B), PL_REF(const int64_t, a5, B),
          PL_REF(const pl_f16, a6, B), PL_REF(const float, a7, B), PL_REF(const float, a8, B),
          PL_REF(const float, a9, B), PL_REF(const float, a10, B), PL_REF(const float, a11, B),
          PL_REF(float, x, B), PL_REF(float, z0, B), PL_REF(int32_t, z1, B), PL_REF(double, z2, B),
          PL_REF(float, before, B))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(before, 0);
    PL_EACH ((c, B)) {
        float sum = a0[c] + (float)a1[c] + a2[c] + a3[c] + pl_to_f32(a6[c]) + a7[c] + a8[c] + a9[c] + a10[c] + a11[c];
        z0[c] = sum + shift;
        z1[c] = (int32_t)((int64_t)a4[c] * factor + (int64_t)((uint64_t)a5[c] * 2));
        z2[c] = before[c] + 100 * order[PL_PROGRAM_ID(0)];
        x[c] = -x[c];
        before[c] = PL_INSIDE(a0, c) ? a0[c] : 0;
    }
}

PL_CALL(call_sixteen, sixteen,
        PL_SIZES(n),
        PL_SCALAR(int32_t, factor), PL_SCALAR(float, shift),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_PREFETCH(int32_t, order, (3)),
        PL_IN (float, a0, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (double, a1, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (int8_t, a2, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (uint8_t, a3, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (int32_t, a4, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (int64_t, a5, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (pl_f16, a6, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (float, a7, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (float, a8, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (float, a9, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (float, a10, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_IN (float, a11, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_INOUT(float, x, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_OUT(float, z0, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_OUT(int32_t, z1, (n), PL_BLOCKSPEC((B), (order[i]))),
        PL_OUT(double, z2, (3, B), PL_BLOCKSPEC((PL_NONE, B), (order[i], 0))),
        PL_SCRATCH(float, (B)))

TEST(sixteen_operands)
{
    const int32_t order[3] = { 1, 2, 0 };
    float a[6][N + 1], x[N], z0[N];     // one element of a after n: nothing may read it
    double a1[N], z2[3 * B];
    int8_t a2[N];
    uint8_t a3[N];
    int32_t a4[N], z1[N];
    int64_t a5[N];
    pl_f16 a6[N];
    for (int e = 0; e < N; e++) {
        for (int k = 0; k < 6; k++)
            a[k][e] = (float)(1000 * (k + 1) + e);
        a1[e] = 0.5 * e;
        a2[e] = (int8_t)(-e);
        a3[e] = (uint8_t)(200 + e);
        a4[e] = 3 - e;
        a5[e] = 10 * e;
        a6[e] = pl_to_f16((float)(e - 5));
        x[e] = (float)e;
    }
    EXPECT(call_sixteen(N, -2, 0.25f, order, a[0], a1, a2, a3, a4, a5, a6, a[1], a[2], a[3], a[4], a[5],
                        x, z0, z1, z2) == 0);
    for (int e = 0; e < N; e++) {
        EXPECT(z0[e] == (1000 + e) + 0.5f * (float)e - e + (200 + e) + (e - 5) + 20000 + 5 * e + 0.25f);
        EXPECT(z1[e] == -2 * (3 - e) + 20 * e);
        EXPECT(x[e] == -e);
    }
    // The scratch has a0 of the previous block, in the order 1, 2, 0. The last element of block 2 is outside.
    for (int c = 0; c < B; c++) {
        EXPECT(z2[1 * B + c] == 100);
        EXPECT(z2[2 * B + c] == 1000 + 4 + c + 200);
        EXPECT(z2[0 * B + c] == (c == 3 ? 0 : 1000 + 8 + c));
    }
}

// ---- Six axes, of all three kinds, with run-time extents ----

PL_KERNEL(axis_digits, PL_REF(int64_t, z, 1))
{
    z[0] = ((((PL_PROGRAM_ID(0) * 10 + PL_PROGRAM_ID(1)) * 10 + PL_PROGRAM_ID(2)) * 10 + PL_PROGRAM_ID(3)) * 10
            + PL_PROGRAM_ID(4)) * 10 + PL_PROGRAM_ID(5);
    z[0] = z[0] * 1000000 + ((((PL_NUM_PROGRAMS(0) * 10 + PL_NUM_PROGRAMS(1)) * 10 + PL_NUM_PROGRAMS(2)) * 10
            + PL_NUM_PROGRAMS(3)) * 10 + PL_NUM_PROGRAMS(4)) * 10 + PL_NUM_PROGRAMS(5);
}

PL_CALL(call_axes, axis_digits,
        PL_SIZES(n0, n1, n2, n3, n4, n5),
        PL_GRID(PL_PARALLEL(i, n0), PL_PARALLEL(j, n1), (k, n2), PL_ARBITRARY(l, n3), (m, n4), (n, n5)),
        PL_OUT(int64_t, z, (n0, n1, n2, n3, n4, n5),
               PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE), (i, j, k, l, m, n))))

TEST(six_axes)
{
    enum { ALL = 2 * 3 * 1 * 4 * 2 * 3 };
    int64_t z[ALL];
    EXPECT(call_axes(2, 3, 1, 4, 2, 3, z) == 0);
    for (long e = 0; e < ALL; e++) {
        int64_t id = ((((e / 72 * 10 + e / 24 % 3) * 10 + 0) * 10 + e / 6 % 4) * 10 + e / 3 % 2) * 10 + e % 3;
        EXPECT(z[e] == id * 1000000 + 231423);
    }
}

PL_KERNEL(named_digits, PL_REF(int64_t, z, 1))
{
    z[0] = ((((PL_AXIS(i) * 10 + PL_AXIS(j)) * 10 + PL_AXIS(k)) * 10 + PL_AXIS(l)) * 10 + PL_AXIS(m)) * 10 + PL_AXIS(n);
}

PL_CALL(call_named, named_digits,
        PL_SIZES(n0, n1, n2, n3, n4, n5),
        PL_GRID((n, n0), (m, n1), (l, n2), (k, n3), (j, n4), (i, n5)),
        PL_OUT(int64_t, z, (n0, n1, n2, n3, n4, n5),
               PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE), (n, m, l, k, j, i))))

TEST(six_axes_by_name)
{
    enum { ALL = 2 * 3 * 1 * 4 * 2 * 3 };
    int64_t z[ALL];
    EXPECT(call_named(2, 3, 1, 4, 2, 3, z) == 0);
    for (long e = 0; e < ALL; e++)
        EXPECT(z[e] == ((((e % 3 * 10 + e / 3 % 2) * 10 + e / 6 % 4) * 10 + 0) * 10 + e / 24 % 3) * 10 + e / 72);
}

// ---- PL_FIRST and PL_LAST know the extents of the run ----

PL_KERNEL(ends, PL_REF(int32_t, z, 1))
{
    z[0] = (PL_FIRST(0) ? 1000 : 0) + (PL_LAST(0) ? 100 : 0) + (PL_FIRST(1) ? 10 : 0) + (PL_LAST(1) ? 1 : 0);
}

PL_CALL(call_ends, ends,
        PL_SIZES(n, m),
        PL_GRID((i, n), (j, m)),
        PL_OUT(int32_t, z, (n, m), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))))

TEST(first_and_last)
{
    int32_t z[6];
    EXPECT(call_ends(2, 3, z) == 0);
    EXPECT_INTS(z, 6, 1010, 1000, 1001, 110, 100, 101);
    EXPECT(call_ends(1, 1, z) == 0);
    EXPECT_INTS(z, 1, 1111);
    EXPECT(call_ends(3, 2, z) == 0);
    EXPECT_INTS(z, 6, 1010, 1001, 10, 1, 110, 101);
}

// ---- Shapes, extents, blocks and maps that are expressions of sizes and scalars ----

PL_KERNEL(weave, PL_SCALAR(long, rows), PL_SCALAR(long, columns), PL_REF(const int32_t, x, rows, columns + 1),
          PL_REF(int32_t, z, columns + 1, rows))
{
    PL_EACH ((r, rows), (c, columns + 1))
        z[c][r] = x[r][c];
}

PL_CALL(call_weave, weave,
        PL_SIZES(m, n),
        PL_SCALAR(long, rows), PL_SCALAR(long, columns),
        PL_GRID((i, PL_CDIV(2 * m, rows)), (j, PL_CDIV(n + 1, columns + 1))),
        PL_IN (int32_t, x, (2 * m, n + 1), PL_BLOCKSPEC((rows, columns + 1), (i, j))),
        PL_OUT(int32_t, z, (n + 1, 2 * m), PL_BLOCKSPEC((columns + 1, rows), (j, i))))

static void expect_weave(long m, long n, long rows, long columns)
{
    int32_t x[200], z[200];
    long height = 2 * m, width = n + 1;
    for (long e = 0; e < height * width; e++)
        x[e] = (int32_t)e;
    EXPECT(call_weave(m, n, rows, columns, x, z) == 0);
    for (long r = 0; r < height; r++)
        for (long c = 0; c < width; c++)
            EXPECT(z[c * height + r] == x[r * width + c]);
}

TEST(expressions_everywhere)
{
    expect_weave(3, 7, 2, 3);
    expect_weave(5, 9, 3, 2);
    expect_weave(1, 1, 50, 50);
    expect_weave(4, 2, 1, 0);
}

// ---- Whole dims of run-time size ----

PL_KERNEL(row_sums, PL_SCALAR(long, width), PL_REF(const int32_t, x, 2, width), PL_REF(int64_t, z, 2))
{
    PL_EACH ((r, 2)) {
        int64_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, width), x[r][c]);
        z[r] = sum;
    }
}

PL_CALL(call_row_sums, row_sums,
        PL_SIZES(height),
        PL_SCALAR(long, width),
        PL_GRID((i, PL_CDIV(height, 2))),
        PL_IN (int32_t, x, (height, width), PL_BLOCKSPEC((2, PL_FULL), (i, 0))),
        PL_OUT(int64_t, z, (height), PL_BLOCKSPEC((2), (i))))

TEST(full_dims_of_run_time_size)
{
    int32_t x[5 * 9];
    int64_t z[5];
    for (long width = 1; width <= 9; width++) {
        for (long e = 0; e < 5 * width; e++)
            x[e] = (int32_t)(e * e);
        EXPECT(call_row_sums(5, width, x, z) == 0);
        for (long r = 0; r < 5; r++) {
            int64_t sum = 0;
            for (long c = 0; c < width; c++)
                sum += x[r * width + c];
            EXPECT(z[r] == sum);
        }
    }
}

// ---- A kernel serves any number of calls ----

PL_KERNEL(plus_one, PL_REF(const int32_t, x, 2), PL_REF(int32_t, z, 2))
{
    PL_EACH ((c, 2))
        z[c] = (int32_t)((int64_t)x[c] + 1);
}

PL_CALL(plus_one_forward, plus_one,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (6), PL_BLOCKSPEC((2), (i))),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((2), (i))))

PL_CALL(plus_one_columns, plus_one,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (2, 3), PL_BLOCKSPEC((2, PL_NONE), (0, i))),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((2), (i))))

TEST(one_kernel_two_calls)
{
    const int32_t x[6] = { 10, 20, 30, 40, 50, 60 };
    int32_t z[6];
    EXPECT(plus_one_forward(x, z) == 0);
    EXPECT_INTS(z, 6, 11, 21, 31, 41, 51, 61);
    EXPECT(plus_one_columns(x, z) == 0);
    EXPECT_INTS(z, 6, 11, 41, 21, 51, 31, 61);
}

int main(void)
{
    RUN(sixteen_operands);
    RUN(six_axes);
    RUN(six_axes_by_name);
    RUN(first_and_last);
    RUN(expressions_everywhere);
    RUN(full_dims_of_run_time_size);
    RUN(one_kernel_two_calls);
    return test_end();
}
