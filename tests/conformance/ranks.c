// ranks.c -- refs and arrays of rank 1 to 6, cut in every dim, with maps that permute and drop dims.
//
// Every element of every array has a different number, so a wrong stride is visible.

#include <pallas.h>
#include "../test.h"

enum { MOST = 4096 };

static int32_t x[MOST], z[MOST];

static void begin(long n)
{
    for (long e = 0; e < MOST; e++) {
        x[e] = (int32_t)(e < n ? 7 * e + 1 : -1);
        z[e] = -2;
    }
}

// Whether z[e] = 2 x[e] for n elements, and nothing after them was written.
static long wrong_doubles(long n)
{
    long wrong = 0;
    for (long e = 0; e < MOST; e++)
        wrong += z[e] != (e < n ? 2 * x[e] : -2);
    return wrong;
}

// ---- One rank after another: partial in every dim, each dim with its own axis, in reverse ----

PL_KERNEL(double_1, PL_REF(const int32_t, a, 4), PL_REF(int32_t, b, 4))
{
    PL_EACH ((e0, PL_DIM(a, 0)))
        b[e0] = (int32_t)(2 * (int64_t)a[e0]);
}

PL_CALL(call_1, double_1,
        PL_SIZES(n0),
        PL_GRID((i, PL_CDIV(n0, 4))),
        PL_IN (int32_t, a, (n0), PL_BLOCKSPEC((4), (PL_CDIV(n0, 4) - 1 - i))),
        PL_OUT(int32_t, b, (n0), PL_BLOCKSPEC((4), (PL_CDIV(n0, 4) - 1 - i))))

PL_KERNEL(double_2, PL_REF(const int32_t, a, 4, 3), PL_REF(int32_t, b, 4, 3))
{
    PL_EACH ((e0, PL_DIM(a, 0)), (e1, PL_DIM(a, 1)))
        b[e0][e1] = (int32_t)(2 * (int64_t)a[e0][e1]);
}

PL_CALL(call_2, double_2,
        PL_SIZES(n0, n1),
        PL_GRID((i, PL_CDIV(n0, 4)), (j, PL_CDIV(n1, 3))),
        PL_IN (int32_t, a, (n0, n1), PL_BLOCKSPEC((4, 3), (PL_CDIV(n0, 4) - 1 - i, j))),
        PL_OUT(int32_t, b, (n0, n1), PL_BLOCKSPEC((4, 3), (PL_CDIV(n0, 4) - 1 - i, j))))

PL_KERNEL(double_3, PL_REF(const int32_t, a, 4, 3, 2), PL_REF(int32_t, b, 4, 3, 2))
{
    PL_EACH ((e0, PL_DIM(a, 0)), (e1, PL_DIM(a, 1)), (e2, PL_DIM(a, 2)))
        b[e0][e1][e2] = (int32_t)(2 * (int64_t)a[e0][e1][e2]);
}

PL_CALL(call_3, double_3,
        PL_SIZES(n0, n1, n2),
        PL_GRID((i, PL_CDIV(n2, 2)), (j, PL_CDIV(n0, 4)), (k, PL_CDIV(n1, 3))),
        PL_IN (int32_t, a, (n0, n1, n2), PL_BLOCKSPEC((4, 3, 2), (j, k, i))),
        PL_OUT(int32_t, b, (n0, n1, n2), PL_BLOCKSPEC((4, 3, 2), (j, k, i))))

PL_KERNEL(double_4, PL_REF(const int32_t, a, 2, 3, 2, 3), PL_REF(int32_t, b, 2, 3, 2, 3))
{
    PL_EACH ((e0, PL_DIM(a, 0)), (e1, PL_DIM(a, 1)), (e2, PL_DIM(a, 2)), (e3, PL_DIM(a, 3)))
        b[e0][e1][e2][e3] = (int32_t)(2 * (int64_t)a[e0][e1][e2][e3]);
}

PL_CALL(call_4, double_4,
        PL_SIZES(n0, n1, n2, n3),
        PL_GRID((i, PL_CDIV(n2, 2)), (j, PL_CDIV(n0, 2)), (k, PL_CDIV(n3, 3)), (l, PL_CDIV(n1, 3))),
        PL_IN (int32_t, a, (n0, n1, n2, n3), PL_BLOCKSPEC((2, 3, 2, 3), (j, l, i, k))),
        PL_OUT(int32_t, b, (n0, n1, n2, n3), PL_BLOCKSPEC((2, 3, 2, 3), (j, l, i, k))))

PL_KERNEL(double_5, PL_REF(const int32_t, a, 2, 3, 2, 3, 2), PL_REF(int32_t, b, 2, 3, 2, 3, 2))
{
    PL_EACH ((e0, PL_DIM(a, 0)), (e1, PL_DIM(a, 1)), (e2, PL_DIM(a, 2)), (e3, PL_DIM(a, 3)), (e4, PL_DIM(a, 4)))
        b[e0][e1][e2][e3][e4] = (int32_t)(2 * (int64_t)a[e0][e1][e2][e3][e4]);
}

PL_CALL(call_5, double_5,
        PL_SIZES(n0, n1, n2, n3, n4),
        PL_GRID((i, PL_CDIV(n4, 2)), (j, PL_CDIV(n0, 2)), (k, PL_CDIV(n3, 3)), (l, PL_CDIV(n1, 3)),
                (m, PL_CDIV(n2, 2))),
        PL_IN (int32_t, a, (n0, n1, n2, n3, n4), PL_BLOCKSPEC((2, 3, 2, 3, 2), (j, l, m, k, i))),
        PL_OUT(int32_t, b, (n0, n1, n2, n3, n4), PL_BLOCKSPEC((2, 3, 2, 3, 2), (j, l, m, k, i))))

PL_KERNEL(double_6, PL_REF(const int32_t, a, 2, 3, 2, 3, 2, 2), PL_REF(int32_t, b, 2, 3, 2, 3, 2, 2))
{
    PL_EACH ((e0, PL_DIM(a, 0)), (e1, PL_DIM(a, 1)), (e2, PL_DIM(a, 2)), (e3, PL_DIM(a, 3)), (e4, PL_DIM(a, 4)),
             (e5, PL_DIM(a, 5)))
        b[e0][e1][e2][e3][e4][e5] = (int32_t)(2 * (int64_t)a[e0][e1][e2][e3][e4][e5]);
}

PL_CALL(call_6, double_6,
        PL_SIZES(n0, n1, n2, n3, n4, n5),
        PL_GRID((i, PL_CDIV(n5, 2)), (j, PL_CDIV(n0, 2)), (k, PL_CDIV(n3, 3)), (l, PL_CDIV(n1, 3)), (m, PL_CDIV(n2, 2)),
                (n, PL_CDIV(n4, 2))),
        PL_IN (int32_t, a, (n0, n1, n2, n3, n4, n5), PL_BLOCKSPEC((2, 3, 2, 3, 2, 2), (j, l, m, k, n, i))),
        PL_OUT(int32_t, b, (n0, n1, n2, n3, n4, n5), PL_BLOCKSPEC((2, 3, 2, 3, 2, 2), (j, l, m, k, n, i))))

TEST(rank_1)
{
    for (long n = 1; n <= 13; n++) {
        begin(n);
        EXPECT(call_1(n, x, z) == 0);
        EXPECT(wrong_doubles(n) == 0);
    }
}

TEST(rank_2)
{
    begin(9 * 7);
    EXPECT(call_2(9, 7, x, z) == 0);
    EXPECT(wrong_doubles(9 * 7) == 0);
    begin(1 * 1);
    EXPECT(call_2(1, 1, x, z) == 0);
    EXPECT(wrong_doubles(1) == 0);
}

TEST(rank_3)
{
    begin(5 * 4 * 3);
    EXPECT(call_3(5, 4, 3, x, z) == 0);
    EXPECT(wrong_doubles(5 * 4 * 3) == 0);
}

TEST(rank_4)
{
    begin(3 * 4 * 5 * 4);
    EXPECT(call_4(3, 4, 5, 4, x, z) == 0);
    EXPECT(wrong_doubles(3 * 4 * 5 * 4) == 0);
}

TEST(rank_5)
{
    begin(3 * 4 * 3 * 5 * 3);
    EXPECT(call_5(3, 4, 3, 5, 3, x, z) == 0);
    EXPECT(wrong_doubles(3 * 4 * 3 * 5 * 3) == 0);
}

TEST(rank_6)
{
    begin(3 * 4 * 3 * 5 * 3 * 3);
    EXPECT(call_6(3, 4, 3, 5, 3, 3, x, z) == 0);
    EXPECT(wrong_doubles(3 * 4 * 3 * 5 * 3 * 3) == 0);
}

// ---- Dims dropped from the ref: an array of rank 6 seen by a ref of rank 1 and by one of no rank ----

PL_KERNEL(double_row, PL_REF(const int32_t, a, 3), PL_REF(int32_t, b, 3))
{
    PL_EACH ((c, 3))
        b[c] = (int32_t)(2 * (int64_t)a[c]);
}

PL_CALL(call_row, double_row,
        PL_GRID((i, 2), (j, 3), (k, 2), (l, 2), (m, 3)),
        PL_IN (int32_t, a, (2, 3, 2, 4, 2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, 3, PL_NONE, PL_NONE),
                                                           (i, j, k, 1 - l, l, m))),
        PL_INOUT(int32_t, b, (2, 3, 2, 4, 2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, 3, PL_NONE, PL_NONE),
                                                              (i, j, k, 1 - l, l, m))))

// Only half of the array is written: l and 1 - l pair the rows 0 to 2 with the second half, the partial row 3 with the
// first. The rest is unchanged, so b is an INOUT.
TEST(one_dim_of_six)
{
    enum { ALL = 2 * 3 * 2 * 4 * 2 * 3 };
    begin(ALL);
    long wrong = 0;
    EXPECT(call_row(x, z) == 0);
    for (long e = 0; e < ALL; e++) {
        long row = e / 6 % 4, half = e / 3 % 2;
        int written = row < 3 ? half == 1 : half == 0;
        wrong += z[e] != (written ? 2 * x[e] : -2);
    }
    EXPECT(wrong == 0);
}

PL_KERNEL(double_element, PL_REF(const int32_t, a, 1), PL_REF(int32_t, b, 1))
{
    b[0] = 2 * a[0];
}

PL_CALL(call_element, double_element,
        PL_GRID((i, 2), (j, 2), (k, 2), (l, 2), (m, 2), (n, 3)),
        PL_IN (int32_t, a, (3, 2, 2, 2, 2, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE),
                                                           (n, m, l, k, j, i))),
        PL_OUT(int32_t, b, (3, 2, 2, 2, 2, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE),
                                                           (n, m, l, k, j, i))))

TEST(no_dim_of_six)
{
    begin(3 * 32);
    EXPECT(call_element(x, z) == 0);
    EXPECT(wrong_doubles(3 * 32) == 0);
}

// ---- PL_DIM, and the companion that has the whole shape ----

PL_KERNEL(report_dims, PL_REF(const int32_t, a, 2, 3, 4, 5, 6, 7), PL_REF(int32_t, b, 8))
{
    b[0] = (int32_t)PL_DIM(a, 0);
    b[1] = (int32_t)PL_DIM(a, 1);
    b[2] = (int32_t)PL_DIM(a, 2);
    b[3] = (int32_t)PL_DIM(a, 3);
    b[4] = (int32_t)PL_DIM(a, 4);
    b[5] = (int32_t)PL_DIM(a, 5);
#if PL_IN_PLACE                                      // *a_ref is then as large as the distance between its rows
    b[6] = 5040;
#else
    b[6] = (int32_t)(sizeof *a_ref / sizeof(int32_t));
#endif
    b[7] = (*a_ref)[1][2][3][4][5][6];
}

PL_CALL(call_dims, report_dims, PL_GRID(),
        PL_IN (int32_t, a, (2, 3, 4, 5, 6, 7), PL_WHOLE),
        PL_OUT(int32_t, b, (8), PL_WHOLE))

TEST(dims_of_a_ref)
{
    static int32_t big[5040];
    int32_t dims[8];
    for (long e = 0; e < 5040; e++)
        big[e] = (int32_t)e;
    EXPECT(call_dims(big, dims) == 0);
    EXPECT_INTS(dims, 8, 2, 3, 4, 5, 6, 7, 5040, 5039);
}

// ---- Views of a block, and helpers that work on them ----

PL_FUNCTION(void, negate, PL_REF(const int32_t, from, 2, 6), PL_REF(int32_t, to, 2, 6))
{
    PL_EACH ((r, 2), (c, 6))
        to[r][c] = -from[r][c];
}

static int32_t row_sum(const int32_t *row, long n)
{
    int32_t sum = 0;
    for (long c = 0; c < n; c++)
        sum += row[c];
    return sum;
}

PL_KERNEL(negate_parts, PL_REF(const int32_t, a, 2, 4, 6), PL_REF(int32_t, b, 2, 4, 6), PL_REF(int32_t, sums, 2, 4))
{
    PL_LOOP (h, 0, 2) {
        PL_LOOP (w, 0, 4, 2) {
            PL_VIEW(const int32_t, from, &a[h][w], 2, 6);
            PL_VIEW(int32_t, to, &b[h][w], 2, 6);
            negate(PL_PASS(from), PL_PASS(to));
        }
        PL_VIEW(int32_t, left, b[h], 4, 3);             // narrower than its rows
        PL_EACH ((r, PL_DIM(left, 0)), (c, PL_DIM(left, 1)))
            left[r][c] -= 1000;
        PL_VIEW(int32_t, corner, b[h] + 2, 2, 2);
        PL_FILL(corner, (int32_t)h);
    }
    PL_EACH ((h, 2), (r, 4))
        sums[h][r] = row_sum(a[h][r], 6);
}

PL_CALL(call_parts, negate_parts, PL_GRID(),
        PL_IN (int32_t, a, (2, 4, 6), PL_WHOLE),
        PL_OUT(int32_t, b, (2, 4, 6), PL_WHOLE),
        PL_OUT(int32_t, sums, (2, 4), PL_WHOLE))

TEST(views_and_helpers)
{
    int32_t sums[8];
    begin(48);
    EXPECT(call_parts(x, z, sums) == 0);
    for (long e = 0; e < 48; e++) {
        long row = e / 6 % 4, column = e % 6;
        EXPECT(z[e] == (row >= 2 && column < 2 ? e / 24 : column < 3 ? -x[e] - 1000 : -x[e]));
    }
    // Row r of all eight is 7 (6 r + c) + 1 for c from 0 to 5.
    EXPECT_INTS(sums, 8, 111, 363, 615, 867, 1119, 1371, 1623, 1875);
}

// Writes through a view that begins in the middle of a row arrive.
PL_KERNEL(part_first, PL_REF(const int32_t, a, 4), PL_REF(int32_t, b, 6))
{
    PL_TILE(int32_t, t, 2, 6);
    PL_VIEW(int32_t, part, t[1] + 2, 4);
    PL_ASSIGN(part, a);
    PL_EACH ((c, 4))
        b[c] = t[1][c + 2];
    PL_EACH ((c, 2))
        b[c + 4] = part[c] + part[c + 2];
}

PL_CALL(call_part_first, part_first, PL_GRID(),
        PL_IN (int32_t, a, (4), PL_WHOLE), PL_OUT(int32_t, b, (6), PL_WHOLE))

TEST(view_within_a_row)
{
    begin(6);
    EXPECT(call_part_first(x, z) == 0);
    EXPECT_INTS(z, 6, x[0], x[1], x[2], x[3], x[0] + x[2], x[1] + x[3]);
}

int main(void)
{
    RUN(rank_1);
    RUN(rank_2);
    RUN(rank_3);
    RUN(rank_4);
    RUN(rank_5);
    RUN(rank_6);
    RUN(one_dim_of_six);
    RUN(no_dim_of_six);
    RUN(dims_of_a_ref);
    RUN(views_and_helpers);
    RUN(view_within_a_row);
    return test_end();
}
