// edge.c -- PL_EDGE: elements outside the array read as the given value, for every element type and on every side.
//
// The outputs here are whole windows with their padding, so everything that a kernel reads is visible.

#include <math.h>
#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { N = 5, B = 3, WINDOWS = 2 };         // the second window has two elements and one outside the array

#define RAGGED PL_GRID((i, WINDOWS))
#define WINDOW(v) PL_BLOCKSPEC((B), (i), PL_EDGE(v))
#define SEEN PL_BLOCKSPEC((PL_NONE, B), (i, 0))

// ---- Each element type ----

PL_KERNEL(see_float, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_float, see_float, RAGGED, PL_IN(float, x, (N), WINDOW(-0.5)), PL_OUT(float, z, (WINDOWS, B), SEEN))

PL_CALL(call_infinity, see_float, RAGGED, PL_IN(float, x, (N), WINDOW(-INFINITY)), PL_OUT(float, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_double, PL_REF(const double, x, B), PL_REF(double, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_double, see_double, RAGGED, PL_IN(double, x, (N), WINDOW(0.1)), PL_OUT(double, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_int8, PL_REF(const int8_t, x, B), PL_REF(int8_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_int8, see_int8, RAGGED, PL_IN(int8_t, x, (N), WINDOW(INT8_MIN)), PL_OUT(int8_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_uint8, PL_REF(const uint8_t, x, B), PL_REF(uint8_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_uint8, see_uint8, RAGGED, PL_IN(uint8_t, x, (N), WINDOW(255)), PL_OUT(uint8_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_int16, PL_REF(const int16_t, x, B), PL_REF(int16_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_int16, see_int16, RAGGED, PL_IN(int16_t, x, (N), WINDOW(-3)), PL_OUT(int16_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_uint16, PL_REF(const uint16_t, x, B), PL_REF(uint16_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_uint16, see_uint16, RAGGED, PL_IN(uint16_t, x, (N), WINDOW(65535)),
        PL_OUT(uint16_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_int32, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_int32, see_int32, RAGGED, PL_IN(int32_t, x, (N), WINDOW(INT32_MAX)),
        PL_OUT(int32_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_uint32, PL_REF(const uint32_t, x, B), PL_REF(uint32_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_uint32, see_uint32, RAGGED, PL_IN(uint32_t, x, (N), WINDOW(UINT32_MAX)),
        PL_OUT(uint32_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_int64, PL_REF(const int64_t, x, B), PL_REF(int64_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_int64, see_int64, RAGGED, PL_IN(int64_t, x, (N), WINDOW(INT64_MAX)),
        PL_OUT(int64_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_uint64, PL_REF(const uint64_t, x, B), PL_REF(uint64_t, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_uint64, see_uint64, RAGGED, PL_IN(uint64_t, x, (N), WINDOW(UINT64_MAX)),
        PL_OUT(uint64_t, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_bool, PL_REF(const bool, x, B), PL_REF(bool, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_bool, see_bool, RAGGED, PL_IN(bool, x, (N), WINDOW(true)), PL_OUT(bool, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_f16, PL_REF(const pl_f16, x, B), PL_REF(pl_f16, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_f16, see_f16, RAGGED, PL_IN(pl_f16, x, (N), WINDOW(-1.5)), PL_OUT(pl_f16, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_bf16, PL_REF(const pl_bf16, x, B), PL_REF(pl_bf16, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_bf16, see_bf16, RAGGED, PL_IN(pl_bf16, x, (N), WINDOW(-1.5)), PL_OUT(pl_bf16, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_f8e4m3, PL_REF(const pl_f8e4m3, x, B), PL_REF(pl_f8e4m3, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_f8e4m3, see_f8e4m3, RAGGED, PL_IN(pl_f8e4m3, x, (N), WINDOW(-1.5)),
        PL_OUT(pl_f8e4m3, z, (WINDOWS, B), SEEN))

PL_KERNEL(see_f8e5m2, PL_REF(const pl_f8e5m2, x, B), PL_REF(pl_f8e5m2, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_f8e5m2, see_f8e5m2, RAGGED, PL_IN(pl_f8e5m2, x, (N), WINDOW(-1.5)),
        PL_OUT(pl_f8e5m2, z, (WINDOWS, B), SEEN))

typedef struct {
    float value;
    int32_t place;
} Best;

static const Best none = { -INFINITY, -1 };

PL_KERNEL(see_struct, PL_REF(const Best, x, B), PL_REF(Best, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_struct, see_struct, RAGGED, PL_IN(Best, x, (N), WINDOW(none)), PL_OUT(Best, z, (WINDOWS, B), SEEN))

// x is 1 to 5; the windows show it, and then the elements outside.
#define EXPECT_EDGE(T, call, outside)                                       \
    do {                                                                    \
        const T x_[N] = { 1, 2, 3, 4, 5 };                                  \
        T z_[WINDOWS * B];                                                  \
        EXPECT(call(x_, z_) == 0);                                          \
        for (int e_ = 0; e_ < N; e_++)                                      \
            EXPECT(z_[e_] == x_[e_]);                                       \
        EXPECT(z_[N] == (outside));                                         \
    } while (0)

TEST(edges_of_floats)
{
    EXPECT_EDGE(float, call_float, -0.5f);
    EXPECT_EDGE(float, call_infinity, -INFINITY);
    EXPECT_EDGE(double, call_double, 0.1);
}

TEST(edges_of_integers)
{
    EXPECT_EDGE(int8_t, call_int8, INT8_MIN);
    EXPECT_EDGE(uint8_t, call_uint8, 255);
    EXPECT_EDGE(int16_t, call_int16, -3);
    EXPECT_EDGE(uint16_t, call_uint16, 65535);
    EXPECT_EDGE(int32_t, call_int32, INT32_MAX);
    EXPECT_EDGE(uint32_t, call_uint32, UINT32_MAX);
    EXPECT_EDGE(int64_t, call_int64, INT64_MAX);
    EXPECT_EDGE(uint64_t, call_uint64, UINT64_MAX);
}

TEST(edges_of_bools)
{
    const bool x[N] = { 0, 1, 0, 1, 0 };
    bool z[WINDOWS * B];
    EXPECT(call_bool(x, z) == 0);
    EXPECT_INTS(z, WINDOWS * B, 0, 1, 0, 1, 0, 1);
}

#define EXPECT_SMALL_EDGE(T, call, convert)                                 \
    do {                                                                    \
        T x_[N], z_[WINDOWS * B];                                           \
        for (int e_ = 0; e_ < N; e_++)                                      \
            x_[e_] = convert((float)(e_ + 1));                              \
        EXPECT(call(x_, z_) == 0);                                          \
        for (int e_ = 0; e_ < N; e_++)                                      \
            EXPECT(pl_to_f32(z_[e_]) == (float)(e_ + 1));                   \
        EXPECT(pl_to_f32(z_[N]) == -1.5f);                                  \
    } while (0)

TEST(edges_of_small_floats)
{
    EXPECT_SMALL_EDGE(pl_f16, call_f16, pl_to_f16);
    EXPECT_SMALL_EDGE(pl_bf16, call_bf16, pl_to_bf16);
    EXPECT_SMALL_EDGE(pl_f8e4m3, call_f8e4m3, pl_to_f8e4m3);
    EXPECT_SMALL_EDGE(pl_f8e5m2, call_f8e5m2, pl_to_f8e5m2);
}

TEST(edges_of_structs)
{
    const Best x[N] = { { 1, 10 }, { 2, 20 }, { 3, 30 }, { 4, 40 }, { 5, 50 } };
    Best z[WINDOWS * B];
    EXPECT(call_struct(x, z) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(z[e].value == x[e].value && z[e].place == x[e].place);
    EXPECT(z[N].value == -INFINITY && z[N].place == -1);
}

// ---- Each side: windows of 4 by 4 over an array of 3 by 5, padded by 2 all around ----

PL_KERNEL(see_window, PL_REF(const int32_t, x, 4, 4), PL_REF(int32_t, z, 4, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_windows, see_window,
        PL_GRID((i, 4), (j, 6)),
        PL_IN (int32_t, x, (3, 5), PL_BLOCKSPEC((PL_ELEMENT(4, 2, 2), PL_ELEMENT(4, 2, 2)), (i, j), PL_EDGE(-9))),
        PL_OUT(int32_t, z, (4, 6, 4, 4), PL_BLOCKSPEC((PL_NONE, PL_NONE, 4, 4), (i, j, 0, 0))))

TEST(edges_on_all_sides)
{
    int32_t x[3 * 5], z[4 * 6 * 4 * 4];
    for (int e = 0; e < 15; e++)
        x[e] = e;
    EXPECT(call_windows(x, z) == 0);
    for (int e = 0; e < 4 * 6 * 4 * 4; e++) {
        int row = e / 96 + e / 4 % 4 - 2, column = e / 16 % 6 + e % 4 - 2;
        int inside = row >= 0 && row < 3 && column >= 0 && column < 5;
        EXPECT(z[e] == (inside ? 5 * row + column : -9));
    }
}

// ---- A window wholly in the padding ----

PL_KERNEL(see_three, PL_REF(const float, x, 3), PL_REF(float, z, 3))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_far_windows, see_three,
        PL_GRID((i, 4)),
        PL_IN (float, x, (4), PL_BLOCKSPEC((PL_ELEMENT(3, 4, 5)), (3 * i), PL_EDGE(0.5))),
        PL_OUT(float, z, (4, 3), PL_BLOCKSPEC((PL_NONE, 3), (i, 0))))

TEST(windows_wholly_in_the_padding)
{
    const float x[4] = { 1, 2, 3, 4 };
    const float expected[12] = { 0.5f, 0.5f, 0.5f, 0.5f, 1, 2, 3, 4, 0.5f, 0.5f, 0.5f, 0.5f };
    float z[12];
    EXPECT(call_far_windows(x, z) == 0);
    for (int e = 0; e < 12; e++)
        EXPECT(z[e] == expected[e]);
}

// ---- A block larger than its array, a corner, a dim that fits next to one that does not ----

PL_CALL(call_large_block, see_window,
        PL_SIZES(m, n),
        PL_GRID(),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((4, 4), (0, 0), PL_EDGE(7))),
        PL_OUT(int32_t, z, (4, 4), PL_WHOLE))

TEST(a_block_larger_than_its_array)
{
    int32_t x[16], z[16];
    for (int e = 0; e < 16; e++)
        x[e] = 100 + e;
    for (int m = 1; m <= 4; m++)
        for (int n = 1; n <= 4; n++) {
            EXPECT(call_large_block(m, n, x, z) == 0);
            for (int e = 0; e < 16; e++)
                EXPECT(z[e] == (e / 4 < m && e % 4 < n ? 100 + e / 4 * n + e % 4 : 7));
        }
}

// ---- Typical uses: sums, maxima and dots over partial blocks without a mask ----

PL_KERNEL(fold, PL_REF(const float, for_sum, 4), PL_REF(const float, for_top, 4), PL_REF(float, z, 2))
{
    float sum = 0, top = -INFINITY;
    PL_WHEN (PL_FIRST(0)) {
        z[0] = 0;
        z[1] = -INFINITY;
    }
    PL_REDUCE (sum, PL_ADD, (c, 4), for_sum[c]);
    PL_REDUCE (top, PL_MAX, (c, 4), for_top[c]);
    z[0] += sum;
    z[1] = PL_MAX(z[1], top);
}

PL_CALL(call_fold, fold,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, for_sum, (n), PL_BLOCKSPEC((4), (i), PL_EDGE(0))),
        PL_IN (float, for_top, (n), PL_BLOCKSPEC((4), (i), PL_EDGE(-INFINITY))),
        PL_OUT(float, z, (2), PL_WHOLE))

TEST(folds_without_a_mask)
{
    float x[9], z[2];
    for (int e = 0; e < 9; e++)
        x[e] = (float)(-1 - e);
    for (long n = 1; n <= 9; n++) {
        EXPECT(call_fold(n, x, x, z) == 0);
        EXPECT(z[0] == (float)(-n * (n + 1) / 2));
        EXPECT(z[1] == -1);
    }
}

PL_KERNEL(product, PL_REF(const float, x, 4, 4), PL_REF(const float, y, 4, 4), PL_REF(float, z, 4, 4))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(call_product, product,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, 4)), (j, PL_CDIV(n, 4)), (l, PL_CDIV(k, 4))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((4, 4), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((4, 4), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((4, 4), (i, j))))

TEST(a_ragged_dot_without_a_mask)
{
    enum { M = 5, K = 7, L = 6 };
    float x[M * K], y[K * L], z[M * L];
    for (int e = 0; e < M * K; e++)
        x[e] = (float)(e % 11 - 5);
    for (int e = 0; e < K * L; e++)
        y[e] = (float)(e % 7 - 3);
    EXPECT(call_product(M, L, K, x, y, z) == 0);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < L; c++) {
            float sum = 0;                      // small integers: exact in any order
            for (int k = 0; k < K; k++)
                sum += x[r * K + k] * y[k * L + c];
            EXPECT(z[r * L + c] == sum);
        }
}

// ---- On an inout the edge is read, and dropped when the window is written back ----

PL_KERNEL(shift_left, PL_REF(int32_t, x, 4))
{
    PL_LOOP (c, 0, 3)
        x[c] = x[c + 1];
    x[3] = -100;
}

PL_CALL(call_shift_left, shift_left,
        PL_GRID((i, 2)),
        PL_INOUT(int32_t, x, (6), PL_BLOCKSPEC((4), (i), PL_EDGE(50))))

TEST(the_edge_of_an_inout)
{
    int32_t x[8] = { 1, 2, 3, 4, 5, 6, 77, 77 };
    EXPECT(call_shift_left(x) == 0);
    EXPECT_INTS(x, 8, 2, 3, 4, -100, 6, 50, 77, 77);
}

int main(void)
{
    RUN(edges_of_floats);
    RUN(edges_of_integers);
    RUN(edges_of_bools);
    RUN(edges_of_small_floats);
    RUN(edges_of_structs);
    RUN(edges_on_all_sides);
    RUN(windows_wholly_in_the_padding);
    RUN(a_block_larger_than_its_array);
    RUN(folds_without_a_mask);
    RUN(a_ragged_dot_without_a_mask);
    RUN(the_edge_of_an_inout);
    return test_end();
}
