// Windows that are copied to local memory in each step of a sequential axis: the copies of the next steps may start early.

#include <pallas.h>
#include "../test.h"

enum { MOST = 13000 };

static float value(long at)
{
    return (float)(at * 37 % 23 - 11);
}

static float in[MOST], other[MOST], out[MOST], expected[MOST];

static void fill(void)
{
    for (long e = 0; e < MOST; e++) {
        in[e] = value(e);
        other[e] = value(3 * e + 5);
        out[e] = expected[e] = -1;
    }
}

static int wrong(void)
{
    int count = 0;
    for (long e = 0; e < MOST; e++)
        count += out[e] != expected[e];
    return count;
}

// ---- A border of one element on both sides: work-items read their neighbors' elements ----

enum { WIDE = 100 };

PL_KERNEL(border_kernel, PL_REF(const float, x, WIDE + 2), PL_REF(float, z, WIDE))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, WIDE))
        z[c] += x[c] + 2 * x[c + 1] - 3 * x[c + 2];
}
PL_CALL(border, border_kernel, PL_SIZES(rows, n), PL_GRID((i, PL_CDIV(n, WIDE)), (s, rows)),
        PL_IN (float, x, (rows, n), PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(WIDE + 2, 1, WIDE)), (s, i * WIDE), PL_EDGE(5))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((WIDE), (i))))

static float at_border(long n, long row, long c)
{
    return c < 0 || c >= n ? 5 : in[row * n + c];
}

static void try_border(long rows, long n)
{
    fill();
    for (long c = 0; c < n; c++) {
        expected[c] = 0;
        for (long s = 0; s < rows; s++)
            expected[c] += at_border(n, s, c - 1) + 2 * at_border(n, s, c) - 3 * at_border(n, s, c + 1);
    }
    EXPECT(border(rows, n, in, out) == 0);
    EXPECT(wrong() == 0);
}

TEST(borders)
{
    for (long rows = 1; rows <= 6; rows++)
        try_border(rows, 2 * WIDE);
    try_border(9, WIDE);
    try_border(5, 3 * WIDE - 41);
    try_border(2, 7);
}

// ---- The same along the axis of the steps: windows overlap, and no proof shows that they are inside the array ----

PL_KERNEL(along_kernel, PL_REF(const double, x, WIDE + 2), PL_REF(double, z, WIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, WIDE))
        z[c] += x[c] * x[c + 2];
}
PL_CALL(along, along_kernel, PL_SIZES(n, steps), PL_GRID(PL_ARBITRARY(s, steps)),
        PL_IN (double, x, (n), PL_BLOCKSPEC((PL_ELEMENT(WIDE + 2, 1, 1)), (s * WIDE), PL_EDGE(3))),
        PL_OUT(double, z, (WIDE), PL_BLOCKSPEC((WIDE), (0))))

TEST(overlapping_windows)
{
    static double a[8 * WIDE], b[WIDE];
    for (int e = 0; e < 8 * WIDE; e++)
        a[e] = value(e);
    for (long steps = 1; steps <= 8; steps++) {
        long n = steps * WIDE;
        EXPECT(along(n, steps, a, b) == 0);
        for (long c = 0; c < WIDE; c++) {
            double sum = 0;
            for (long s = 0; s < steps; s++) {
                long at = s * WIDE + c;
                sum += (at ? a[at - 1] : 3) * (at + 1 < n ? a[at + 1] : 3);
            }
            EXPECT(b[c] == sum);
        }
    }
}

// ---- Windows of different lengths, as a table says ----

enum { GROUPS = 9 };

PL_KERNEL(lengths_kernel, PL_SMEM_REF(const int32_t, begin, GROUPS + 1), PL_REF(const float, x, WIDE + 2), PL_REF(float, z, WIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, WIDE))
        z[c] += x[c] + 2 * x[c + 1] - 3 * x[c + 2];
}
PL_CALL(lengths, lengths_kernel, PL_SIZES(n), PL_GRID((g, GROUPS)), PL_PREFETCH(int32_t, begin, (GROUPS + 1)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_BOUNDED(WIDE + 2)), (PL_DS(begin[g], begin[g + 1] - begin[g])), PL_EDGE(4))),
        PL_OUT(float, z, (WIDE), PL_BLOCKSPEC((WIDE), (0))))

TEST(windows_of_a_table)
{
    static const int32_t begin[GROUPS + 1] = { 0, 102, 103, 205, 255, 305, 406, 407, 408, 500 };
    fill();
    EXPECT(lengths(500, begin, in, out) == 0);
    for (long c = 0; c < WIDE; c++) {
        expected[c] = 0;
        for (long g = 0; g < GROUPS; g++) {
            float of[3];
            for (long e = 0; e < 3; e++)
                of[e] = begin[g] + c + e < begin[g + 1] ? in[begin[g] + c + e] : 4;
            expected[c] += of[0] + 2 * of[1] - 3 * of[2];
        }
    }
    EXPECT(wrong() == 0);
}

// ---- A block whose elements several work-items read, in rows and in columns; the last blocks end with the array ----

enum { SIDE = 16 };

PL_KERNEL(turned_kernel, PL_REF(const float, x, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += x[c][r] - 2 * x[r][c];
}
PL_CALL(turned, turned_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, SIDE)), (j, PL_CDIV(n, SIDE))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((SIDE, SIDE), (i, j), PL_EDGE(7))),
        PL_OUT(float, z, (PL_CDIV(m, SIDE) * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (i, 0))))

static float at_edge(long m, long n, long r, long c)
{
    return r < m && c < n ? in[r * n + c] : 7;
}

static void try_turned(long m, long n)
{
    fill();
    for (long r = 0; r < (m + SIDE - 1) / SIDE * SIDE; r++)
        for (long c = 0; c < SIDE; c++) {
            expected[r * SIDE + c] = 0;
            for (long left = 0; left < n; left += SIDE)
                expected[r * SIDE + c] += at_edge(m, n, r / SIDE * SIDE + c, left + r % SIDE) - 2 * at_edge(m, n, r, left + c);
        }
    EXPECT(turned(m, n, in, out) == 0);
    EXPECT(wrong() == 0);
}

TEST(rows_and_columns)
{
    for (long steps = 1; steps <= 5; steps++)
        try_turned(2 * SIDE, steps * SIDE);
    try_turned(SIDE, 7 * SIDE - 5);
    try_turned(3 * SIDE - 9, 3 * SIDE - 1);
    try_turned(3, 5);
}

// ---- One array in two windows, whose blocks are those of other steps; PL_BUFFERED ----

PL_KERNEL(twice_kernel, PL_REF(const float, x, SIDE, SIDE), PL_REF(const float, y, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 1);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += x[c][r] - y[c][r];
}
PL_CALL(twice, twice_kernel, PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(s, blocks)),
        PL_IN (float, x, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0))),
        PL_IN (float, y, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (blocks - 1 - s, 0), PL_BUFFERED(2))),
        PL_OUT(float, z, (SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, 0))))

PL_KERNEL(once_kernel, PL_REF(const float, x, SIDE, SIDE), PL_REF(const float, y, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 1);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += 2 * x[c][r] - y[c][r];
}
PL_CALL(once, once_kernel, PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(s, blocks)),
        PL_IN (float, x, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0), PL_BUFFERED(1))),
        PL_IN (float, y, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (blocks - 1 - s, 0))),
        PL_OUT(float, z, (SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, 0))))

TEST(two_windows)
{
    for (long blocks = 1; blocks <= 6; blocks++) {
        fill();
        for (long e = 0; e < SIDE * SIDE; e++)
            expected[e] = 1;
        EXPECT(twice(blocks, in, in, out) == 0);
        EXPECT(wrong() == 0);
        fill();
        for (long e = 0; e < SIDE * SIDE; e++)
            for (long b = expected[e] = 1, s = 0; s < blocks; s++)
                expected[e] += b * in[s * SIDE * SIDE + e % SIDE * SIDE + e / SIDE];
        EXPECT(once(blocks, in, in, out) == 0);
        EXPECT(wrong() == 0);
    }
}

// ---- Two sequential axes: one window for each step of the outer one, another one for those of the inner one ----

PL_KERNEL(nested_kernel, PL_REF(const float, x, SIDE, SIDE), PL_REF(const float, y, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(1) && PL_FIRST(2))
        PL_FILL(z, 0);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += x[c][r] * y[c][r];
}
PL_CALL(nested, nested_kernel, PL_SIZES(planes, outer, inner), PL_GRID((i, planes), (a, outer), (b, inner)),
        PL_IN (float, x, (outer * SIDE, SIDE),        PL_BLOCKSPEC((SIDE, SIDE), (a, 0))),
        PL_IN (float, y, (outer, inner * SIDE, SIDE), PL_BLOCKSPEC((PL_NONE, SIDE, SIDE), (a, b, 0))),
        PL_OUT(float, z, (planes * SIDE, SIDE),       PL_BLOCKSPEC((SIDE, SIDE), (i, 0))))

PL_KERNEL(inner_kernel, PL_REF(const float, y, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(1) && PL_FIRST(2))
        PL_FILL(z, 0);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += y[c][r];
}
PL_CALL(inner, inner_kernel, PL_SIZES(planes, outer, inner), PL_GRID((i, planes), (a, outer), (b, inner)),
        PL_IN (float, y, (outer, inner * SIDE, SIDE), PL_BLOCKSPEC((PL_NONE, SIDE, SIDE), (a, b, 0))),
        PL_OUT(float, z, (planes * SIDE, SIDE),       PL_BLOCKSPEC((SIDE, SIDE), (i, 0))))

// x NULL: the second kernel, which has only y.
static void expect_nested(long outer, long inner, const float *x)
{
    fill();
    for (long e = 0; e < 2 * SIDE * SIDE; e++) {
        long turned_to = e % SIDE * SIDE + e / SIDE % SIDE;
        expected[e] = 0;
        for (long a = 0; a < outer; a++)
            for (long b = 0; b < inner; b++)
                expected[e] += (x ? x[a * SIDE * SIDE + turned_to] : 1) * other[(a * inner + b) * SIDE * SIDE + turned_to];
    }
}

TEST(two_sequential_axes)
{
    for (long steps = 1; steps <= 4; steps++)
        for (long within = 1; within <= 6; within++) {
            expect_nested(steps, within, in);
            EXPECT(nested(2, steps, within, in, other, out) == 0);
            EXPECT(wrong() == 0);
            expect_nested(steps, within, NULL);
            EXPECT(inner(2, steps, within, other, out) == 0);
            EXPECT(wrong() == 0);
        }
}

// ---- A group that runs several programs, because scratch does not fit in local memory; steps that end early ----

enum { LARGE = 13000 };

PL_KERNEL(several_kernel, PL_REF(const int32_t, x, SIDE, SIDE), PL_REF(int32_t, z, SIDE, SIDE), PL_REF(int32_t, large, LARGE))
{
    PL_WHEN (PL_FIRST(1)) {
        PL_FILL(z, 0);
        PL_EACH ((e, LARGE))
            large[e] = e;
    }
    if (PL_PROGRAM_ID(1) % 3 == 1)
        return;
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += x[c][r] + large[r * SIDE + c];
}
PL_CALL(several, several_kernel, PL_SIZES(m, n), PL_GRID((i, m / SIDE), (j, PL_CDIV(n, SIDE))),
        PL_IN     (int32_t, x, (m, n), PL_BLOCKSPEC((SIDE, SIDE), (i, j), PL_EDGE(0))),
        PL_OUT    (int32_t, z, (m, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (i, 0))),
        PL_SCRATCH(int32_t, (LARGE)))

TEST(several_programs)
{
    static int32_t a[12 * SIDE * 5 * SIDE], b[12 * SIDE * SIDE];
    long m = 12 * SIDE;
    for (long n = 5; n <= 5 * SIDE; n += 25) {
        for (long e = 0; e < m * n; e++)
            a[e] = (int32_t)(e * 37 % 23);
        EXPECT(several(m, n, a, b) == 0);
        for (long r = 0; r < m; r++)
            for (long c = 0; c < SIDE; c++) {
                int32_t sum = 0;
                for (long j = 0; j < (n + SIDE - 1) / SIDE; j++) {
                    long column = j * SIDE + r % SIDE;
                    if (j % 3 != 1)
                        sum += (column < n ? a[(r / SIDE * SIDE + c) * n + column] : 0) + (int32_t)(r % SIDE * SIDE + c);
                }
                EXPECT(b[r * SIDE + c] == sum);
            }
    }
}

// ---- Blocks that a table selects; bytes; an index map whose last subscript is outside the table ----

PL_KERNEL(chosen_kernel, PL_SMEM_REF(const int32_t, at, 8), PL_REF(const float, x, SIDE, SIDE), PL_REF(const uint8_t, w, SIDE, SIDE),
          PL_REF(const float, y, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += x[c][r] * w[c][r] - y[c][r];
}
PL_CALL(chosen, chosen_kernel, PL_GRID(PL_ARBITRARY(s, 8)),
        PL_PREFETCH(int32_t, at, (8)),
        PL_IN (float, x,   (3 * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (at[s], 0))),
        PL_IN (uint8_t, w, (SIDE, 8 * SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, s))),
        PL_IN (float, y,   (3 * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s < 7 ? at[s + 1] : 0, 0))),
        PL_OUT(float, z,   (SIDE, SIDE),     PL_BLOCKSPEC((SIDE, SIDE), (0, 0))))

TEST(blocks_of_a_table)
{
    static const int32_t at[8] = { 2, 0, 0, 1, 2, 2, 1, 0 };
    static uint8_t bytes[8 * SIDE * SIDE];
    fill();
    for (int e = 0; e < 8 * SIDE * SIDE; e++)
        bytes[e] = (uint8_t)(e * 37 % 5);
    for (long r = 0; r < SIDE; r++)
        for (long c = 0; c < SIDE; c++) {
            expected[r * SIDE + c] = 0;
            for (long s = 0; s < 8; s++)
                expected[r * SIDE + c] += in[(at[s] * SIDE + c) * SIDE + r] * bytes[c * 8 * SIDE + s * SIDE + r] -
                                          other[((s < 7 ? at[s + 1] : 0) * SIDE + c) * SIDE + r];
        }
    EXPECT(chosen(at, in, bytes, other, out) == 0);
    EXPECT(wrong() == 0);
}

// ---- Beside slices of PL_DOT, which are fetched ahead, too ----

PL_KERNEL(beside_kernel, PL_REF(const float, x, SIDE, SIDE), PL_REF(const float, y, SIDE, SIDE), PL_REF(const float, w, SIDE, SIDE),
          PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += w[c][r];
}
PL_CALL(beside, beside_kernel, PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(s, blocks)),
        PL_IN (float, x, (SIDE, blocks * SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, s))),
        PL_IN (float, y, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0))),
        PL_IN (float, w, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0))),
        PL_OUT(float, z, (SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, 0))))

TEST(beside_a_product)
{
    for (long blocks = 1; blocks <= 6; blocks++) {
        fill();
        for (long e = 0; e < SIDE * SIDE; e++) {
            expected[e] = 0;
            for (long l = 0; l < blocks * SIDE; l++)
                expected[e] += in[e / SIDE * blocks * SIDE + l] * other[l * SIDE + e % SIDE];
            for (long s = 0; s < blocks; s++)
                expected[e] += other[s * SIDE * SIDE + e % SIDE * SIDE + e / SIDE];
        }
        EXPECT(beside(blocks, in, other, other, out) == 0);
        EXPECT(wrong() == 0);
    }
}

// ---- Several elements at once: rows of four that are contiguous in the array, of which each work-item reads one element ----

enum { LONG = 128 };

PL_KERNEL(fours_kernel, PL_REF(const float, x, 2, LONG, 4), PL_REF(float, z, LONG))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    for (int p = 0; p < 2; p++)
        PL_EACH ((c, LONG))
            z[c] += x[p][c][p] - x[p][LONG - 1 - c][3];
}
PL_CALL(fours, fours_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, LONG)), (s, n)),
        PL_IN (float, x, (n * 2, m, 4), PL_BLOCKSPEC((2, LONG, 4), (s, i, 0), PL_EDGE(2))),
        PL_OUT(float, z, (m), PL_BLOCKSPEC((LONG), (i))))

static float in_four(long m, long p, long c, long k)
{
    return c < m ? in[(p * m + c) * 4 + k] : 2;
}

static void try_fours(long m, long n)
{
    fill();
    for (long c = 0; c < m; c++) {
        expected[c] = 0;
        for (long p = 0; p < 2 * n; p++)
            expected[c] += in_four(m, p, c, p % 2) - in_four(m, p, c / LONG * LONG + LONG - 1 - c % LONG, 3);
    }
    EXPECT(fours(m, n, in, out) == 0);
    EXPECT(wrong() == 0);
}

TEST(three_dims)
{
    try_fours(LONG, 1);
    try_fours(2 * LONG, 5);
    try_fours(2 * LONG - 4, 6);
    try_fours(LONG - 3, 4);
}

// ---- Elements that are structs ----

typedef struct { float a, b; } Pair;

PL_KERNEL(pairs_kernel, PL_REF(const Pair, x, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += 2 * x[c][r].a - x[r][c].b;
}
PL_CALL(pairs, pairs_kernel, PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(s, blocks)),
        PL_IN (Pair, x, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0))),
        PL_OUT(float, z, (SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, 0))))

TEST(pairs_of_numbers)
{
    static Pair x[5 * SIDE * SIDE];
    for (long e = 0; e < 5 * SIDE * SIDE; e++)
        x[e] = (Pair){ value(e), value(3 * e + 5) };
    for (long blocks = 1; blocks <= 5; blocks++) {
        fill();
        for (long e = 0; e < SIDE * SIDE; e++) {
            expected[e] = 0;
            for (long s = 0; s < blocks; s++)
                expected[e] += 2 * x[s * SIDE * SIDE + e % SIDE * SIDE + e / SIDE].a - x[s * SIDE * SIDE + e].b;
        }
        EXPECT(pairs(blocks, x, out) == 0);
        EXPECT(wrong() == 0);
    }
}

int main(void)
{
    RUN(borders);
    RUN(overlapping_windows);
    RUN(windows_of_a_table);
    RUN(rows_and_columns);
    RUN(two_windows);
    RUN(two_sequential_axes);
    RUN(several_programs);
    RUN(blocks_of_a_table);
    RUN(beside_a_product);
    RUN(three_dims);
    RUN(pairs_of_numbers);
    return test_end();
}
