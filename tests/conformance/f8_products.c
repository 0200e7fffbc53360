// f8_products.c -- products of f8: all values of both types, alone and in sums, also of operands of different types.
//
// A row of x, or of y, has one value that is not 0, so that each element of z is one product, which a float holds exactly. Then sums
// of small integers, which are exact in any order.

#include <math.h>
#include <pallas.h>
#include <stdbool.h>
#include "../test.h"

enum { BM = 32, BN = 16, BK = 64, VALUES = 256, M = VALUES, N = VALUES, K = 100 };

#define PRODUCT(name, X, Y)                                                                                 \
    PL_KERNEL(name##_kernel, PL_REF(const X, x, BM, BK), PL_REF(const Y, y, BN, BK), PL_REF(float, z, BM, BN)) \
    {                                                                                                       \
        PL_WHEN (PL_FIRST(2))                                                                               \
            PL_FILL(z, 0);                                                                                  \
        PL_DOT(z, x, PL_T(y));                                                                              \
    }                                                                                                       \
    PL_CALL(name, name##_kernel, PL_SIZES(m, n, k),                                                         \
            PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),                         \
            PL_IN (X, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),                               \
            PL_IN (Y, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),                               \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

PRODUCT(products_4_4, pl_f8e4m3, pl_f8e4m3)
PRODUCT(products_5_5, pl_f8e5m2, pl_f8e5m2)
PRODUCT(products_4_5, pl_f8e4m3, pl_f8e5m2)
PRODUCT(products_5_4, pl_f8e5m2, pl_f8e4m3)

static float z[M * N];

// Where row r has its value.
static int place(int r) { return (r * 7 + 3) % K; }
static float factor(int at) { return (at % 3 + 1) * (at % 2 ? 0.5f : -2.0f); }
static float small(int at) { return at % 5 - 2; }
static bool same(float is, float should) { return is == should || (isnan(is) && isnan(should)); }

#define ALL_VALUES(name, X, to_x, Y, to_y)                                                                  \
    TEST(name##_all_values)                                                                                 \
    {                                                                                                       \
        static X x[M * K], row_x[N * K];                                                                    \
        static Y y[N * K], row_y[M * K];                                                                    \
        int wrong = 0;                                                                                      \
        for (int r = 0; r < VALUES; r++)                                                                    \
            for (int k = 0; k < K; k++) {                                                                   \
                x[r * K + k].bits = row_y[r * K + k].bits = k == place(r) ? (uint8_t)r : 0;                 \
                y[r * K + k] = to_y(factor(r + k)), row_x[r * K + k] = to_x(factor(r + k));                 \
            }                                                                                               \
        EXPECT(name(M, N, K, x, y, z) == 0);                                                                \
        for (int r = 0; r < M; r++)                                                                         \
            for (int c = 0; c < N; c++)                                                                     \
                wrong += !same(z[r * N + c], pl_to_f32(x[r * K + place(r)]) * factor(c + place(r)));        \
        EXPECT(name(M, N, K, row_x, row_y, z) == 0);                                                        \
        for (int r = 0; r < M; r++)                                                                         \
            for (int c = 0; c < N; c++)                                                                     \
                wrong += !same(z[r * N + c], pl_to_f32(row_y[c * K + place(c)]) * factor(r + place(c)));    \
        EXPECT(wrong == 0);                                                                                 \
    }                                                                                                       \
    TEST(name##_sums)                                                                                       \
    {                                                                                                       \
        static X x[M * K];                                                                                  \
        static Y y[N * K];                                                                                  \
        int wrong = 0;                                                                                      \
        for (int at = 0; at < M * K; at++)                                                                  \
            x[at] = to_x(small(at / 3)), y[at] = to_y(small(at * 7));                                       \
        EXPECT(name(M, N, K, x, y, z) == 0);                                                                \
        for (int r = 0; r < M; r++)                                                                         \
            for (int c = 0; c < N; c++) {                                                                   \
                float sum = 0;                                                                              \
                for (int k = 0; k < K; k++)                                                                 \
                    sum += small((r * K + k) / 3) * small((c * K + k) * 7);                                 \
                wrong += z[r * N + c] != sum;                                                               \
            }                                                                                               \
        EXPECT(wrong == 0);                                                                                 \
    }
ALL_VALUES(products_4_4, pl_f8e4m3, pl_to_f8e4m3, pl_f8e4m3, pl_to_f8e4m3)
ALL_VALUES(products_5_5, pl_f8e5m2, pl_to_f8e5m2, pl_f8e5m2, pl_to_f8e5m2)
ALL_VALUES(products_4_5, pl_f8e4m3, pl_to_f8e4m3, pl_f8e5m2, pl_to_f8e5m2)
ALL_VALUES(products_5_4, pl_f8e5m2, pl_to_f8e5m2, pl_f8e4m3, pl_to_f8e4m3)

int main(void)
{
    RUN(products_4_4_all_values);
    RUN(products_5_5_all_values);
    RUN(products_4_5_all_values);
    RUN(products_5_4_all_values);
    RUN(products_4_4_sums);
    RUN(products_5_5_sums);
    RUN(products_4_5_sums);
    RUN(products_5_4_sums);
    return test_end();
}
