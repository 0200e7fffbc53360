// small_dots.c -- PL_DOT of bytes of both signs and of bf16, in sizes that fill no vector, with either operand transposed, into sums
// that are not 0. With checks off (FAST=1), CPUs have instructions for them: pallas_cpu.h.

#include <pallas.h>
#include "../test.h"

enum { MOST = 160 * 160 };

static unsigned char left[2 * MOST], right[2 * MOST];
static int32_t sums[MOST];
static float products[MOST];

// A program of m x n sums of k products: x y, and x' y' of the transposed operands.
#define DOTS(name, A, B, C, m, n, k)                                                                        \
    PL_KERNEL(name##_kernel, PL_REF(const A, x, m, k), PL_REF(const B, y, k, n), PL_REF(C, z, m, n))        \
    {                                                                                                       \
        PL_DOT(z, x, y);                                                                                    \
    }                                                                                                       \
    PL_CALL(name, name##_kernel, PL_GRID(), PL_IN(A, x, (m, k), PL_WHOLE), PL_IN(B, y, (k, n), PL_WHOLE),   \
            PL_INOUT(C, z, (m, n), PL_WHOLE))                                                               \
    PL_KERNEL(name##_turned_kernel, PL_REF(const A, x, k, m), PL_REF(const B, y, n, k), PL_REF(C, z, m, n)) \
    {                                                                                                       \
        PL_DOT(z, PL_T(x), PL_T(y));                                                                        \
    }                                                                                                       \
    PL_CALL(name##_turned, name##_turned_kernel, PL_GRID(), PL_IN(A, x, (k, m), PL_WHOLE), PL_IN(B, y, (n, k), PL_WHOLE), \
            PL_INOUT(C, z, (m, n), PL_WHOLE))

DOTS(both_signed, int8_t, int8_t, int32_t, 37, 83, 31)
DOTS(left_signed, int8_t, uint8_t, int32_t, 4, 33, 7)
DOTS(right_signed, uint8_t, int8_t, int32_t, 13, 64, 66)
DOTS(both_unsigned, uint8_t, uint8_t, int32_t, 12, 40, 130)
DOTS(few_rows, int8_t, int8_t, int32_t, 3, 40, 33)
DOTS(long_sums, int8_t, int8_t, int32_t, 5, 16, 1500)
DOTS(floats, pl_bf16, pl_bf16, float, 21, 45, 67)

// Bytes of all values, and sums of both signs.
static void fill(long m, long n, long k)
{
    for (long e = 0; e < m * k; e++)
        left[e] = (unsigned char)(e * 37 + e / 256 + 3);
    for (long e = 0; e < k * n; e++)
        right[e] = (unsigned char)(e * 101 + e / 256 + 128);
    for (long e = 0; e < m * n; e++)
        sums[e] = (int32_t)(e % 5 ? e - 7 : 0);
}

static long value(const unsigned char *bytes, long e, int is_signed)
{
    return is_signed ? (long)(int8_t)bytes[e] : bytes[e];
}

// How many sums are not what they were before, and the products.
static int wrong(long m, long n, long k, int x_signed, int y_signed, int turned)
{
    int count = 0;
    for (long e = 0; e < m * n; e++) {
        long i = e / n, j = e % n, sum = e % 5 ? e - 7 : 0;
        for (long l = 0; l < k; l++)
            sum += value(left, turned ? l * m + i : i * k + l, x_signed) * value(right, turned ? j * k + l : l * n + j, y_signed);
        count += sums[e] != sum;
    }
    return count;
}

#define TRY(name, A, B, m, n, k, x_signed, y_signed)                                                        \
    TEST(dots_##name)                                                                                              \
    {                                                                                                       \
        fill(m, n, k);                                                                                      \
        EXPECT(name((const A *)left, (const B *)right, sums) == 0);                                         \
        EXPECT(wrong(m, n, k, x_signed, y_signed, 0) == 0);                                                 \
        fill(m, n, k);                                                                                      \
        EXPECT(name##_turned((const A *)left, (const B *)right, sums) == 0);                                \
        EXPECT(wrong(m, n, k, x_signed, y_signed, 1) == 0);                                                 \
    }
TRY(both_signed, int8_t, int8_t, 37, 83, 31, 1, 1)
TRY(left_signed, int8_t, uint8_t, 4, 33, 7, 1, 0)
TRY(right_signed, uint8_t, int8_t, 13, 64, 66, 0, 1)
TRY(both_unsigned, uint8_t, uint8_t, 12, 40, 130, 0, 0)
TRY(few_rows, int8_t, int8_t, 3, 40, 33, 1, 1)
TRY(long_sums, int8_t, int8_t, 5, 16, 1500, 1, 1)

// Any order of k products and the sum before is within (k + 1) roundings of the sum of magnitudes; products of bf16 are exact.
static int outside_bound(const pl_bf16 *x, const pl_bf16 *y, int turned)
{
    enum { m = 21, n = 45, k = 67 };
    int count = 0;
    for (long e = 0; e < m * n; e++) {
        double sum = (double)(e % 3) - 1, size = fabs(sum);
        for (long l = 0; l < k; l++) {
            double product = (double)pl_to_f32(x[turned ? l * m + e / n : e / n * k + l]) * pl_to_f32(y[turned ? e % n * k + l : l * n + e % n]);
            sum += product, size += fabs(product);
        }
        count += !(fabs(products[e] - sum) <= (k + 1) * ldexp(size, -24));
    }
    return count;
}

TEST(bf16)
{
    static pl_bf16 x[21 * 67], y[67 * 45];
    for (long e = 0; e < 21 * 67; e++)
        x[e] = pl_to_bf16((float)(e * 37 % 101 - 50) / 8);
    for (long e = 0; e < 67 * 45; e++)
        y[e] = pl_to_bf16((float)(e * 53 % 89 - 44) / 32);
    for (long e = 0; e < 21 * 45; e++)
        products[e] = (float)(e % 3) - 1;
    EXPECT(floats(x, y, products) == 0);
    EXPECT(outside_bound(x, y, 0) == 0);
    for (long e = 0; e < 21 * 45; e++)
        products[e] = (float)(e % 3) - 1;
    EXPECT(floats_turned(x, y, products) == 0);
    EXPECT(outside_bound(x, y, 1) == 0);
}

int main(void)
{
    RUN(dots_both_signed);
    RUN(dots_left_signed);
    RUN(dots_right_signed);
    RUN(dots_both_unsigned);
    RUN(dots_few_rows);
    RUN(dots_long_sums);
    RUN(bf16);
    return test_end();
}
