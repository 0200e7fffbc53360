// narrow_results.c -- results of one and of two bytes that are computed from the sums of a PL_DOT: in blocks of several shapes, in arrays
// whose rows are multiples of 16 bytes and in others, and at their edges. Values are small integers, so sums are exact in any order.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { MOST = 256 };

static int value(long r, long c, int seed)
{
    return (int)((r * 7 + c * 3 + seed) % 5 - 2);
}

static pl_bf16 bf16_of(int n) { return pl_to_bf16((float)n); }
static pl_f8e4m3 f8_of(int n) { return pl_to_f8e4m3((float)n); }
static int8_t i8_of(int n) { return (int8_t)n; }
static int of_bf16(pl_bf16 n) { return (int)pl_to_f32(n); }
static int of_f8(pl_f8e4m3 n) { return (int)pl_to_f32(n); }
static int of_i8(int8_t n) { return n; }

// A sum, as a small number that each type has.
static int small(int sum)
{
    return sum & 7;
}

// try_name(m, n, k): the product of m x k and n x k elements of T, summed in S.
#define NARROW(name, T, from, S, U, to, of, BM, BN, BK)                                                                 \
    PL_KERNEL(name##_kernel, PL_REF(const T, x, BM, BK), PL_REF(const T, y, BN, BK), PL_REF(U, z, BM, BN), PL_REF(S, sum, BM, BN)) \
    {                                                                                                                   \
        PL_WHEN (PL_FIRST(2))                                                                                           \
            PL_FILL(sum, 0);                                                                                            \
        PL_DOT(sum, x, PL_T(y));                                                                                        \
        PL_WHEN (PL_LAST(2))                                                                                            \
            PL_EACH ((r, BM), (c, BN))                                                                                  \
                z[r][c] = to;                                                                                           \
    }                                                                                                                   \
    PL_CALL(name, name##_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))), \
            PL_IN (T, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),                                     \
            PL_IN (T, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),                                     \
            PL_OUT(U, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),                                                       \
            PL_SCRATCH(S, (BM, BN)))                                                                                    \
    static void try_##name(long m, long n, long k)                                                                      \
    {                                                                                                                   \
        static T x[MOST * MOST], y[MOST * MOST];                                                                        \
        static U z[MOST * MOST];                                                                                        \
        for (long r = 0; r < m; r++)                                                                                    \
            for (long l = 0; l < k; l++)                                                                                \
                x[r * k + l] = from(value(r, l, 1));                                                                    \
        for (long c = 0; c < n; c++)                                                                                    \
            for (long l = 0; l < k; l++)                                                                                \
                y[c * k + l] = from(value(l, c, 2));                                                                    \
        EXPECT(name(m, n, k, x, y, z) == 0);                                                                            \
        int wrong = 0;                                                                                                  \
        for (long r = 0; r < m; r++)                                                                                    \
            for (long c = 0; c < n; c++) {                                                                              \
                int sum = 0;                                                                                            \
                for (long l = 0; l < k; l++)                                                                            \
                    sum += value(r, l, 1) * value(l, c, 2);                                                             \
                wrong += of(z[r * n + c]) != small(sum);                                                                \
            }                                                                                                           \
        EXPECT(wrong == 0);                                                                                             \
    }

NARROW(halves, pl_bf16, bf16_of, float, pl_bf16, pl_to_bf16((float)((int)sum[r][c] & 7)), of_bf16, 64, 64, 32)
NARROW(wide, pl_bf16, bf16_of, float, pl_bf16, pl_to_bf16((float)((int)sum[r][c] & 7)), of_bf16, 128, 256, 16)
NARROW(tall, pl_bf16, bf16_of, float, pl_bf16, pl_to_bf16((float)((int)sum[r][c] & 7)), of_bf16, 256, 16, 32)
NARROW(bytes, int8_t, i8_of, int32_t, int8_t, (int8_t)(sum[r][c] & 7), of_i8, 64, 64, 64)
NARROW(quarters, pl_f8e4m3, f8_of, float, pl_f8e4m3, pl_to_f8e4m3((float)((int)sum[r][c] & 7)), of_f8, 32, 96, 32)

// Rows of n elements begin at multiples of 16 bytes, of four, of two, of one.
TEST(sizes)
{
    try_halves(128, 64, 64);
    try_halves(70, 72, 40);
    try_halves(65, 66, 33);
    try_halves(63, 71, 32);
    try_bytes(64, 64, 64);
    try_bytes(70, 80, 70);
    try_bytes(33, 65, 5);
    try_quarters(32, 96, 64);
    try_quarters(40, 112, 32);
    try_quarters(31, 99, 33);
}

// Lines of such blocks leave in several rounds, or have 32 bytes.
TEST(shapes)
{
    try_wide(128, 256, 32);
    try_wide(100, 248, 16);
    try_tall(256, 16, 32);
    try_tall(250, 24, 64);
}

int main(void)
{
    RUN(sizes);
    RUN(shapes);
    return test_end();
}
