// scans.c -- PL_SCAN: what the elements up to each add up to. Floats are whole numbers, so that sums are exact in any order; the last
// test has others, and a bound for its rounding.

#include <pallas.h>
#include "../test.h"

enum { MOST = 6000, ROWS = 5 };

static float given[ROWS * MOST], made[ROWS * MOST];
static int32_t counts[ROWS * MOST], totals[ROWS * MOST];

static void fill(void)
{
    for (long e = 0; e < ROWS * MOST; e++) {
        given[e] = (float)(e * 37 % 101 - 50);
        counts[e] = (int32_t)(e * 29 % 83 - 41);
        made[e] = -7777, totals[e] = -7777;
    }
}

// Whether each element of made is the sum of those of given in its row up to it.
static int are_sums(long m, long n)
{
    for (long r = 0; r < m; r++) {
        double sum = 0;
        for (long c = 0; c < n; c++) {
            sum += given[r * n + c];
            if (made[r * n + c] != sum)
                return 0;
        }
    }
    return 1;
}

// ---- A row a program, of constant length: shorter and longer than a round of lanes, and no multiple of a vector ----------

#define CONSTANT(name, N)                                                                                                          \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))                                                       \
    {                                                                                                                              \
        float sum = 0;                                                                                                             \
        PL_SCAN (sum, PL_ADD, (c, N), x[c])                                                                                        \
            z[c] = sum;                                                                                                            \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, m)),                                                                     \
            PL_IN (float, x, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))),                                                          \
            PL_OUT(float, z, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))))

CONSTANT(of_5, 5)
CONSTANT(of_64, 64)
CONSTANT(of_333, 333)
CONSTANT(of_1000, 1000)
CONSTANT(of_2048, 2048)
CONSTANT(of_5000, 5000)

TEST(constant_lengths)
{
    static const struct { int (*call)(long m, const float *x, float *z); long n; } all[] = {
        { of_5, 5 }, { of_64, 64 }, { of_333, 333 }, { of_1000, 1000 }, { of_2048, 2048 }, { of_5000, 5000 },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        fill();
        EXPECT(all[i].call(ROWS, given, made) == 0);
        EXPECT(are_sums(ROWS, all[i].n));
    }
}

// ---- Rows of run-time length: lanes share each; and their totals ---------------------------------------------------------

#define ROWS_OF(name, BM)                                                                                                          \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, n), PL_REF(const float, x, BM, n), PL_REF(float, z, BM, n), PL_REF(float, last, BM))  \
    {                                                                                                                              \
        PL_EACH ((r, BM)) {                                                                                                        \
            float sum = 0;                                                                                                         \
            PL_SCAN (sum, PL_ADD, (c, n), x[r][c]) {                                                                               \
                z[r][c] = sum;                                                                                                     \
            }                                                                                                                      \
            last[r] = sum;                                                                                                         \
        }                                                                                                                          \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, BM))),                                    \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),                                                         \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),                                                         \
            PL_OUT(float, last, (m), PL_BLOCKSPEC((BM), (i))))

ROWS_OF(single, 1)
ROWS_OF(several, 4)
ROWS_OF(eight, 8)

TEST(run_time_lengths)
{
    static int (*const calls[])(long m, long n, const float *x, float *z, float *last) = { single, several, eight };
    static const long lengths[] = { 1, 3, 31, 32, 128, 1000, 1024, 1026, 4096, 5999 };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            const long n = lengths[l], m = n < 3000 ? 2 * ROWS : ROWS;
            float last[2 * ROWS];
            fill();
            EXPECT(calls[i](m, n, given, made, last) == 0);
            EXPECT(are_sums(m, n));
            for (long r = 0; r < m; r++)
                EXPECT(last[r] == made[r * n + n - 1]);
        }
}

// ---- Blocks of rows, the last of which may extend past the array; sums continue from block to block ----------------------

enum { BM = 4, BN = 128 };

PL_KERNEL(blocks_kernel, PL_REF(const int32_t, x, BM, BN), PL_REF(int32_t, z, BM, BN), PL_REF(int32_t, carry, BM))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(carry, 0);
    PL_EACH ((r, BM)) {
        int32_t sum = carry[r];
        PL_SCAN (sum, PL_ADD, (c, BN), x[r][c])
            z[r][c] = sum - x[r][c];
        carry[r] = sum;
    }
}

PL_CALL(blocks, blocks_kernel, PL_SIZES(m, n), PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(int32_t, (BM)))

TEST(sums_of_all_before)
{
    static const long lengths[] = { 1, 127, 128, 333, 1024 };
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const long n = lengths[l];
        fill();
        EXPECT(blocks(ROWS, n, counts, totals) == 0);
        for (long r = 0; r < ROWS; r++)
            for (long c = 0, sum = 0; c < n; sum += counts[r * n + c++])
                if (totals[r * n + c] != sum)
                    EXPECT(!"a wrong sum");
    }
}

// A total counts what PL_EDGE says of elements outside the array.
PL_KERNEL(edge_kernel, PL_REF(const int32_t, x, BN), PL_REF(int32_t, z, BN), PL_REF(int32_t, total, 1))
{
    int32_t sum = 1;
    PL_SCAN (sum, PL_ADD, (c, BN), x[c])
        z[c] = sum;
    total[0] = sum;
}

PL_CALL(edge, edge_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, BN))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((BN), (i), PL_EDGE(3))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((BN), (i))),
        PL_OUT(int32_t, total, (PL_CDIV(n, BN)), PL_BLOCKSPEC((1), (i))))

TEST(elements_outside)
{
    enum { N = 2 * BN + 50 };
    int32_t total[3];
    fill();
    EXPECT(edge(N, counts, totals, total) == 0);
    for (long i = 0; i < 3; i++) {
        int32_t sum = 1;
        for (long c = i * BN; c < (i + 1) * BN; c++) {
            sum += c < N ? counts[c] : 3;
            EXPECT(c >= N || totals[c] == sum);
        }
        EXPECT(total[i] == sum);
    }
}

// ---- Each operator and type ----------------------------------------------------------------------------------------------

#define BY(name, T, OP, N, FIRST)                                                                                                  \
    PL_KERNEL(name##_kernel, PL_REF(const T, x, N), PL_REF(T, z, N))                                                               \
    {                                                                                                                              \
        T sum = FIRST;                                                                                                             \
        PL_SCAN (sum, OP, (c, N), x[c])                                                                                            \
            z[c] = sum;                                                                                                            \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, m)),                                                                     \
            PL_IN (T, x, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))),                                                              \
            PL_OUT(T, z, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))))                                                              \
                                                                                                                                   \
    static T name##_x[2 * N], name##_z[2 * N];                                                                                     \
                                                                                                                                   \
    TEST(name##s)                                                                                                                  \
    {                                                                                                                              \
        for (long e = 0; e < 2 * N; e++)                                                                                           \
            name##_x[e] = (T)(e * 53 % 97 - (FIRST == 0 ? 0 : 40));                                                                \
        EXPECT(name(2, name##_x, name##_z) == 0);                                                                                  \
        for (long r = 0; r < 2; r++) {                                                                                             \
            T sum = FIRST;                                                                                                         \
            for (long c = 0; c < N; c++) {                                                                                         \
                sum = (T)OP(sum, name##_x[r * N + c]);                                                                             \
                test_equal_(#name, r * N + c, (double)name##_z[r * N + c], (double)sum, __FILE__, __LINE__);                       \
            }                                                                                                                      \
        }                                                                                                                          \
    }

BY(largest, float, PL_MAX, 700, -INFINITY)
BY(least, double, PL_MIN, 700, INFINITY)
BY(largest_int, int32_t, PL_MAX, 700, -100)
BY(sum_f64, double, PL_ADD, 700, 0)
BY(sum_i64, int64_t, PL_ADD, 700, 0)
BY(sum_u8, uint8_t, PL_ADD, 700, 0)
BY(product_u32, uint32_t, PL_MUL, 700, 1)
BY(all_bits, uint32_t, PL_AND, 256, 0x7fffffff)
BY(any_bit, uint16_t, PL_OR, 256, 0)
BY(parity, uint64_t, PL_XOR, 256, 0)

// ---- A function that is associative and does not commute: x * a + b, of 16 bits each, then another one -----------------------

static uint32_t composed(uint32_t f, uint32_t g)
{
    return ((f >> 16) * (g >> 16) << 16) | (((f & 0xffff) * (g >> 16) + g) & 0xffff);
}
PL_IDENTITY(composed, 0x10000u)

#define COMPOSED(name, BM, N)                                                                                                      \
    PL_KERNEL(name##_kernel, PL_REF(const uint32_t, x, BM, N), PL_REF(uint32_t, z, BM, N))                                         \
    {                                                                                                                              \
        PL_EACH ((r, BM)) {                                                                                                        \
            uint32_t all = 0x30001u;                                                                                               \
            PL_SCAN (all, composed, (c, N), x[r][c])                                                                               \
                z[r][c] = all;                                                                                                     \
        }                                                                                                                          \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, BM))),                                                        \
            PL_IN (uint32_t, x, (m, N), PL_BLOCKSPEC((BM, N), (i, 0), PL_EDGE(0))),                                                \
            PL_OUT(uint32_t, z, (m, N), PL_BLOCKSPEC((BM, N), (i, 0))))                                                            \
                                                                                                                                   \
    TEST(name##s)                                                                                                                  \
    {                                                                                                                              \
        static uint32_t x[5 * N], z[5 * N];                                                                                        \
        for (long e = 0; e < 5 * N; e++)                                                                                           \
            x[e] = (uint32_t)(e * 2654435761u | 0x10000u);                                                                         \
        EXPECT(name(5, x, z) == 0);                                                                                                \
        for (long r = 0; r < 5; r++) {                                                                                             \
            uint32_t all = 0x30001u;                                                                                               \
            for (long c = 0; c < N; c++) {                                                                                         \
                all = composed(all, x[r * N + c]);                                                                                 \
                EXPECT(z[r * N + c] == all);                                                                                       \
            }                                                                                                                      \
        }                                                                                                                          \
    }

COMPOSED(maps_of_12, 1, 12)
COMPOSED(maps_of_700, 1, 700)
COMPOSED(maps_of_row, 4, 150)

// ---- Elements of two bytes, added in float -------------------------------------------------------------------------------

#define SMALL(name, T, N)                                                                                                          \
    PL_KERNEL(name##_kernel, PL_REF(const pl_##T, x, N), PL_REF(pl_##T, z, N))                                                     \
    {                                                                                                                              \
        float sum = 0;                                                                                                             \
        PL_SCAN (sum, PL_ADD, (c, N), pl_to_f32(x[c]))                                                                             \
            z[c] = pl_to_##T(sum);                                                                                                 \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, m)),                                                                     \
            PL_IN (pl_##T, x, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))),                                                         \
            PL_OUT(pl_##T, z, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))))                                                         \
                                                                                                                                   \
    static pl_##T name##_x[2 * N], name##_z[2 * N];                                                                                \
                                                                                                                                   \
    TEST(name##_rows)                                                                                                              \
    {                                                                                                                              \
        for (long e = 0; e < 2 * N; e++)                                                                                           \
            name##_x[e] = pl_to_##T((float)(e * 31 % 61 - 30));                                                                    \
        EXPECT(name(2, name##_x, name##_z) == 0);                                                                                  \
        for (long r = 0; r < 2; r++) {                                                                                             \
            float sum = 0;                                                                                                         \
            for (long c = 0; c < N; c++) {                                                                                         \
                sum += pl_to_f32(name##_x[r * N + c]);                                                                             \
                test_equal_(#name, r * N + c, pl_to_f32(name##_z[r * N + c]), pl_to_f32(pl_to_##T(sum)), __FILE__, __LINE__);      \
            }                                                                                                                      \
        }                                                                                                                          \
    }

SMALL(narrow, bf16, 2048)
SMALL(half, f16, 1000)

// ---- Where it may stand, and what its body may do ------------------------------------------------------------------------

// In place; from the end; from the middle of a row; what is computed before, of a tile in registers; none of its elements.
PL_KERNEL(forms_kernel, PL_REF(float, z, 512), PL_REF(float, back, 512), PL_REF(float, part, 512), PL_REF(float, squares, 512))
{
    float sum = 0, rest = 0, some = 1, nothing = 4;
    PL_TILE(float, t, 512);
    PL_EACH ((c, 512))
        t[c] = z[c] * z[c];
    PL_SCAN (rest, PL_ADD, (c, 512), z[511 - c])
        back[511 - c] = rest;
    PL_FILL(part, 0);
    PL_SCAN (some, PL_ADD, (c, 100, 300), z[c])
        part[c] = some;
    PL_SCAN (sum, PL_ADD, (c, 512), z[c])
        z[c] = sum;
    float all = 0;
    PL_SCAN (all, PL_ADD, (c, 512), t[c])
        t[c] = all;
    PL_SCAN (nothing, PL_ADD, (c, 5, 5), 1)
        part[c] = -1;
    PL_SCAN (some, PL_ADD, (c, 5, 9), z[c])
        part[c] = some;
    PL_EACH ((c, 512))
        squares[c] = t[c] + some + nothing;
}

PL_CALL(forms, forms_kernel, PL_GRID((i, 2)),
        PL_INOUT(float, z, (2, 512), PL_BLOCKSPEC((PL_NONE, 512), (i, 0))),
        PL_OUT(float, back, (2, 512), PL_BLOCKSPEC((PL_NONE, 512), (i, 0))),
        PL_OUT(float, part, (2, 512), PL_BLOCKSPEC((PL_NONE, 512), (i, 0))),
        PL_OUT(float, squares, (2, 512), PL_BLOCKSPEC((PL_NONE, 512), (i, 0))))

TEST(forms_of_loops)
{
    static float z[1024], back[1024], part[1024], squares[1024];
    fill();
    memcpy(z, given, sizeof z);
    EXPECT(forms(z, back, part, squares) == 0);
    for (long r = 0; r < 2; r++) {
        const float *x = given + 512 * r;
        float sum = 0, rest = 0, some = 1, all = 0, end = 1;
        for (long c = 100; c < 300; c++)
            end += x[c];
        float five[9] = { 0 }, upto = 0;
        for (long c = 0; c < 9; c++) {
            upto += x[c];
            end += c < 5 ? 0 : upto;
            five[c] = c < 5 ? 0 : end;
        }
        for (long c = 0; c < 512; c++) {
            sum += x[c], rest += x[511 - c], all += x[c] * x[c];
            some += c >= 100 && c < 300 ? x[c] : 0;
            test_equal_("z", c, z[512 * r + c], sum, __FILE__, __LINE__);
            test_equal_("back", 511 - c, back[512 * r + 511 - c], rest, __FILE__, __LINE__);
            test_equal_("part", c, part[512 * r + c], c >= 100 && c < 300 ? some : c < 9 ? five[c] : 0, __FILE__, __LINE__);
            test_equal_("squares", c, squares[512 * r + c], all + end + 4, __FILE__, __LINE__);
        }
    }
}

// Down columns; in loops of a lane; of positive elements alone, in a body that declares a variable and continues.
PL_KERNEL(within_kernel, PL_REF(const float, x, 48, 64), PL_REF(float, down, 48, 64), PL_REF(float, short_rows, 48, 64),
          PL_REF(float, positive, 48, 64))
{
    PL_EACH ((c, 64)) {
        float sum = 0;
        PL_SCAN (sum, PL_ADD, (r, 48), x[r][c])
            down[r][c] = sum;
    }
    PL_EACH ((r, 48), (b, 8)) {
        float sum = 0;
        PL_SCAN (sum, PL_ADD, (c, 8), x[r][8 * b + c])
            short_rows[r][8 * b + c] = sum;
    }
    PL_EACH ((r, 48)) {
        float sum = 0;
        PL_SCAN (sum, PL_ADD, (c, 64), x[r][c] > 0 ? x[r][c] : 0) {
            const float twice = 2 * sum;
            positive[r][c] = sum;
            if (c % 2)
                continue;
            positive[r][c] = twice;
        }
    }
}

PL_CALL(within, within_kernel, PL_GRID(),
        PL_IN (float, x, (48, 64), PL_WHOLE),
        PL_OUT(float, down, (48, 64), PL_WHOLE),
        PL_OUT(float, short_rows, (48, 64), PL_WHOLE),
        PL_OUT(float, positive, (48, 64), PL_WHOLE))

TEST(scans_within_loops)
{
    static float down[48 * 64], rows[48 * 64], positive[48 * 64];
    fill();
    EXPECT(within(given, down, rows, positive) == 0);
    for (long r = 0; r < 48; r++)
        for (long c = 0; c < 64; c++) {
            float sum = 0, part = 0, some = 0;
            for (long k = 0; k <= r; k++)
                sum += given[64 * k + c];
            for (long k = c / 8 * 8; k <= c; k++)
                part += given[64 * r + k];
            for (long k = 0; k <= c; k++)
                some += given[64 * r + k] > 0 ? given[64 * r + k] : 0;
            test_equal_("down", 64 * r + c, down[64 * r + c], sum, __FILE__, __LINE__);
            test_equal_("rows", 64 * r + c, rows[64 * r + c], part, __FILE__, __LINE__);
            test_equal_("positive", 64 * r + c, positive[64 * r + c], c % 2 ? some : 2 * some, __FILE__, __LINE__);
        }
}

// Rows that several loops access, of which lanes hold a copy: the scan is one of them.
PL_KERNEL(shares_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, z, n))
{
    float top = -INFINITY, sum = 0;
    PL_REDUCE (top, PL_MAX, (c, n), x[c]);
    PL_SCAN (sum, PL_ADD, (c, n), top - x[c])
        z[c] = sum;
    PL_EACH ((c, n))
        z[c] -= x[c];
}

PL_CALL(shares, shares_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

TEST(rows_that_lanes_hold)
{
    static const long lengths[] = { 4, 100, 1001, 5000 };
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const long n = lengths[l];
        fill();
        EXPECT(shares(ROWS, n, given, made) == 0);
        for (long r = 0; r < ROWS; r++) {
            const float *x = given + r * n;
            float top = -INFINITY, sum = 0;
            for (long c = 0; c < n; c++)
                top = x[c] > top ? x[c] : top;
            for (long c = 0; c < n; c++) {
                sum += top - x[c];
                test_equal_("shares", r * n + c, made[r * n + c], sum - x[c], __FILE__, __LINE__);
            }
        }
    }
}

// ---- Rounding ------------------------------------------------------------------------------------------------------------

// In whatever order k numbers are added, k - 1 sums are rounded, each by up to half a unit in the last place: 2^-24 of what is at most
// the sum of their magnitudes, and a little more.
TEST(rounding)
{
    enum { N = 5000 };
    unsigned state = 12345;
    for (long c = 0; c < ROWS * N; c++) {
        state = state * 1664525u + 1013904223u;
        given[c] = (float)(state >> 8) / 16777216.0f - 0.25f;
    }
    EXPECT(of_5000(ROWS, given, made) == 0);
    for (long r = 0; r < ROWS; r++) {
        double sum = 0, magnitudes = 0;
        for (long c = 0; c < N; c++) {
            sum += given[r * N + c];
            magnitudes += fabs(given[r * N + c]);
            EXPECT(fabs(made[r * N + c] - sum) <= (double)(c + 1) * magnitudes / 16777216 * 1.001);
        }
    }
}

int main(void)
{
    RUN(constant_lengths);
    RUN(run_time_lengths);
    RUN(sums_of_all_before);
    RUN(elements_outside);
    RUN(largests);
    RUN(leasts);
    RUN(largest_ints);
    RUN(sum_f64s);
    RUN(sum_i64s);
    RUN(sum_u8s);
    RUN(product_u32s);
    RUN(all_bitss);
    RUN(any_bits);
    RUN(paritys);
    RUN(maps_of_12s);
    RUN(maps_of_700s);
    RUN(maps_of_rows);
    RUN(narrow_rows);
    RUN(half_rows);
    RUN(forms_of_loops);
    RUN(scans_within_loops);
    RUN(rows_that_lanes_hold);
    RUN(rounding);
    return test_end();
}
