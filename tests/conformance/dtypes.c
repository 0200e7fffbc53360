// dtypes.c -- every element type through windows, fills, copies, sums and dots, and as a scalar.
//
// Each array has 10 elements in blocks of 4, so the last block extends past the array. The output usually takes the blocks
// in reverse. `same` is a block copy, `next` is computed element by element, `sum` adds the elements inside the array.

#include <math.h>
#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { N = 10, B = 4 };

#define BLOCKS PL_GRID((i, PL_CDIV(N, B)))
#define FORWARD PL_BLOCKSPEC((B), (i))
#define BACKWARD PL_BLOCKSPEC((B), (PL_CDIV(N, B) - 1 - i))

// ---- C's numbers ----

PL_KERNEL(float_kernel, PL_REF(const float, x, B), PL_REF(float, same, B), PL_REF(float, next, B),
          PL_REF(float, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = x[c] + 1;
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    float partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] += partial;
}

PL_CALL(float_call, float_kernel, BLOCKS,
        PL_IN (float, x, (N), BACKWARD),
        PL_OUT(float, same, (N), BACKWARD),
        PL_OUT(float, next, (N), BACKWARD),
        PL_OUT(float, sum, (1), PL_WHOLE))

TEST(floats)
{
    const float x[N] = { 0.5f, -1, 3.5f, 0x1p20f, -0x1p20f, 0x1p-3f, -0.0f, 7, 8, 9 };
    float same[N], next[N], sum[1];
    EXPECT(float_call(x, same, next, sum) == 0);
    EXPECT(memcmp(same, x, sizeof x) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(next[e] == x[e] + 1);
    EXPECT(sum[0] == 27.125f);          // exact in any order
}

PL_KERNEL(double_kernel, PL_REF(const double, x, B), PL_REF(double, same, B), PL_REF(double, next, B),
          PL_REF(double, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = x[c] + 1;
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    double partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] += partial;
}

PL_CALL(double_call, double_kernel, BLOCKS,
        PL_IN (double, x, (N), FORWARD),
        PL_OUT(double, same, (N), FORWARD),
        PL_OUT(double, next, (N), FORWARD),
        PL_OUT(double, sum, (1), PL_WHOLE))

TEST(doubles)
{
    // The first is exact in a double, and in nothing smaller; so is each partial sum, in any order.
    const double x[N] = { 1125899906842624.5, -1, 0.5, 1, 2, 3, 4, 5, 6, 7 };
    double same[N], next[N], sum[1];
    EXPECT(double_call(x, same, next, sum) == 0);
    EXPECT(memcmp(same, x, sizeof x) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(next[e] == x[e] + 1);
    EXPECT(sum[0] == 1125899906842652.0);
}

PL_KERNEL(int8_kernel, PL_REF(const int8_t, x, B), PL_REF(int8_t, same, B), PL_REF(int8_t, next, B),
          PL_REF(int8_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = (int8_t)(x[c] + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    int32_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] = (int8_t)(sum[0] + partial);
}

PL_CALL(int8_call, int8_kernel, BLOCKS,
        PL_IN (int8_t, x, (N), BACKWARD),
        PL_OUT(int8_t, same, (N), BACKWARD),
        PL_OUT(int8_t, next, (N), BACKWARD),
        PL_OUT(int8_t, sum, (1), PL_WHOLE))

TEST(int8s)
{
    const int8_t x[N] = { INT8_MIN, 126, -1, 0, 1, 2, 3, 4, 5, 6 };
    int8_t same[N], next[N], sum[1];
    EXPECT(int8_call(x, same, next, sum) == 0);
    EXPECT_INTS(same, N, INT8_MIN, 126, -1, 0, 1, 2, 3, 4, 5, 6);
    EXPECT_INTS(next, N, INT8_MIN + 1, 127, 0, 1, 2, 3, 4, 5, 6, 7);
    EXPECT_INTS(sum, 1, -128 + 126 - 1 + 21);
}

PL_KERNEL(int16_kernel, PL_REF(const int16_t, x, B), PL_REF(int16_t, same, B), PL_REF(int16_t, next, B),
          PL_REF(int16_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = (int16_t)(x[c] + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    int32_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] = (int16_t)(sum[0] + partial);
}

PL_CALL(int16_call, int16_kernel, BLOCKS,
        PL_IN (int16_t, x, (N), BACKWARD),
        PL_OUT(int16_t, same, (N), BACKWARD),
        PL_OUT(int16_t, next, (N), BACKWARD),
        PL_OUT(int16_t, sum, (1), PL_WHOLE))

TEST(int16s)
{
    const int16_t x[N] = { INT16_MIN, 32766, -1, 0, 1, 2, 3, 4, 5, 6 };
    int16_t same[N], next[N], sum[1];
    EXPECT(int16_call(x, same, next, sum) == 0);
    EXPECT_INTS(same, N, INT16_MIN, 32766, -1, 0, 1, 2, 3, 4, 5, 6);
    EXPECT_INTS(next, N, INT16_MIN + 1, 32767, 0, 1, 2, 3, 4, 5, 6, 7);
    EXPECT_INTS(sum, 1, -32768 + 32766 - 1 + 21);
}

PL_KERNEL(int32_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, same, B), PL_REF(int32_t, next, B),
          PL_REF(int32_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = (int32_t)((int64_t)x[c] + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    int64_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] = (int32_t)(sum[0] + partial);
}

PL_CALL(int32_call, int32_kernel, BLOCKS,
        PL_IN (int32_t, x, (N), BACKWARD),
        PL_OUT(int32_t, same, (N), BACKWARD),
        PL_OUT(int32_t, next, (N), BACKWARD),
        PL_OUT(int32_t, sum, (1), PL_WHOLE))

TEST(int32s)
{
    const int32_t x[N] = { INT32_MIN, INT32_MAX - 1, -1, 0, 1, 2, 3, 4, 5, 6 };
    int32_t same[N], next[N], sum[1];
    EXPECT(int32_call(x, same, next, sum) == 0);
    EXPECT_INTS(same, N, INT32_MIN, INT32_MAX - 1, -1, 0, 1, 2, 3, 4, 5, 6);
    EXPECT_INTS(next, N, INT32_MIN + 1, INT32_MAX, 0, 1, 2, 3, 4, 5, 6, 7);
    EXPECT_INTS(sum, 1, -2 - 1 + 21);
}

PL_KERNEL(int64_kernel, PL_REF(const int64_t, x, B), PL_REF(int64_t, same, B), PL_REF(int64_t, next, B),
          PL_REF(int64_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = (int64_t)((uint64_t)x[c] + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    uint64_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? (uint64_t)x[c] : 0);
    sum[0] = (int64_t)((uint64_t)sum[0] + partial);
}

PL_CALL(int64_call, int64_kernel, BLOCKS,
        PL_IN (int64_t, x, (N), BACKWARD),
        PL_OUT(int64_t, same, (N), BACKWARD),
        PL_OUT(int64_t, next, (N), BACKWARD),
        PL_OUT(int64_t, sum, (1), PL_WHOLE))

TEST(int64s)
{
    const int64_t x[N] = { INT64_MIN, INT64_MAX - 1, -1, 0, (int64_t)1 << 53, 2, 3, 4, 5, 6 };
    int64_t same[N], next[N], sum[1];
    EXPECT(int64_call(x, same, next, sum) == 0);
    for (int e = 0; e < N; e++) {
        EXPECT(same[e] == x[e]);
        EXPECT(next[e] == x[e] + 1);
    }
    EXPECT(sum[0] == -2 - 1 + ((int64_t)1 << 53) + 20);
}

PL_KERNEL(uint8_kernel, PL_REF(const uint8_t, x, B), PL_REF(uint8_t, same, B), PL_REF(uint8_t, next, B),
          PL_REF(uint8_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = (uint8_t)(x[c] + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    uint32_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0u);
    sum[0] = (uint8_t)(sum[0] + partial);
}

PL_CALL(uint8_call, uint8_kernel, BLOCKS,
        PL_IN (uint8_t, x, (N), BACKWARD),
        PL_OUT(uint8_t, same, (N), BACKWARD),
        PL_OUT(uint8_t, next, (N), BACKWARD),
        PL_OUT(uint8_t, sum, (1), PL_WHOLE))

TEST(uint8s)
{
    const uint8_t x[N] = { 0, 255, 254, 1, 2, 3, 4, 5, 6, 7 };
    uint8_t same[N], next[N], sum[1];
    EXPECT(uint8_call(x, same, next, sum) == 0);
    EXPECT_INTS(same, N, 0, 255, 254, 1, 2, 3, 4, 5, 6, 7);
    EXPECT_INTS(next, N, 1, 0, 255, 2, 3, 4, 5, 6, 7, 8);
    EXPECT_INTS(sum, 1, (255 + 254 + 28) % 256);
}

PL_KERNEL(uint16_kernel, PL_REF(const uint16_t, x, B), PL_REF(uint16_t, same, B), PL_REF(uint16_t, next, B),
          PL_REF(uint16_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = (uint16_t)(x[c] + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    uint32_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0u);
    sum[0] = (uint16_t)(sum[0] + partial);
}

PL_CALL(uint16_call, uint16_kernel, BLOCKS,
        PL_IN (uint16_t, x, (N), BACKWARD),
        PL_OUT(uint16_t, same, (N), BACKWARD),
        PL_OUT(uint16_t, next, (N), BACKWARD),
        PL_OUT(uint16_t, sum, (1), PL_WHOLE))

TEST(uint16s)
{
    const uint16_t x[N] = { 0, 65535, 65534, 1, 2, 3, 4, 5, 6, 7 };
    uint16_t same[N], next[N], sum[1];
    EXPECT(uint16_call(x, same, next, sum) == 0);
    EXPECT_INTS(same, N, 0, 65535, 65534, 1, 2, 3, 4, 5, 6, 7);
    EXPECT_INTS(next, N, 1, 0, 65535, 2, 3, 4, 5, 6, 7, 8);
    EXPECT_INTS(sum, 1, (65535 + 65534 + 28) % 65536);
}

PL_KERNEL(uint32_kernel, PL_REF(const uint32_t, x, B), PL_REF(uint32_t, same, B), PL_REF(uint32_t, next, B),
          PL_REF(uint32_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = x[c] + 1;
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    uint32_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] += partial;
}

PL_CALL(uint32_call, uint32_kernel, BLOCKS,
        PL_IN (uint32_t, x, (N), BACKWARD),
        PL_OUT(uint32_t, same, (N), BACKWARD),
        PL_OUT(uint32_t, next, (N), BACKWARD),
        PL_OUT(uint32_t, sum, (1), PL_WHOLE))

TEST(uint32s)
{
    const uint32_t x[N] = { 0, UINT32_MAX, UINT32_MAX - 1, 1, 2, 3, 4, 5, 6, 7 };
    uint32_t same[N], next[N], sum[1];
    EXPECT(uint32_call(x, same, next, sum) == 0);
    EXPECT_INTS(same, N, 0, 4294967295, 4294967294, 1, 2, 3, 4, 5, 6, 7);
    EXPECT_INTS(next, N, 1, 0, 4294967295, 2, 3, 4, 5, 6, 7, 8);
    EXPECT_INTS(sum, 1, 28 - 3);
}

PL_KERNEL(uint64_kernel, PL_REF(const uint64_t, x, B), PL_REF(uint64_t, same, B), PL_REF(uint64_t, next, B),
          PL_REF(uint64_t, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = x[c] + 1;
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    uint64_t partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    sum[0] += partial;
}

PL_CALL(uint64_call, uint64_kernel, BLOCKS,
        PL_IN (uint64_t, x, (N), BACKWARD),
        PL_OUT(uint64_t, same, (N), BACKWARD),
        PL_OUT(uint64_t, next, (N), BACKWARD),
        PL_OUT(uint64_t, sum, (1), PL_WHOLE))

TEST(uint64s)
{
    const uint64_t x[N] = { 0, UINT64_MAX, UINT64_MAX - 1, ((uint64_t)1 << 53) + 1, 2, 3, 4, 5, 6, 7 };
    uint64_t same[N], next[N], sum[1];
    EXPECT(uint64_call(x, same, next, sum) == 0);
    for (int e = 0; e < N; e++) {
        EXPECT(same[e] == x[e]);
        EXPECT(next[e] == x[e] + 1);
    }
    EXPECT(sum[0] == ((uint64_t)1 << 53) + 1 + 27 - 3);
}

// ---- bool ----

PL_KERNEL(bool_kernel, PL_REF(const bool, x, B), PL_REF(bool, same, B), PL_REF(bool, negated, B), PL_REF(bool, fold, 3))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        negated[c] = !x[c];
    PL_WHEN (PL_FIRST(0)) {
        fold[0] = true;
        fold[1] = false;
        fold[2] = false;
    }
    bool all = true, any = false, odd = false;
    PL_REDUCE (all, PL_AND, (c, B), PL_INSIDE(x, c) ? x[c] : true);
    PL_REDUCE (any, PL_OR, (c, B), PL_INSIDE(x, c) ? x[c] : false);
    PL_REDUCE (odd, PL_XOR, (c, B), PL_INSIDE(x, c) ? x[c] : false);
    fold[0] = fold[0] && all;
    fold[1] = fold[1] || any;
    fold[2] = fold[2] != odd;
}

PL_CALL(bool_call, bool_kernel, BLOCKS,
        PL_IN (bool, x, (N), BACKWARD),
        PL_OUT(bool, same, (N), BACKWARD),
        PL_OUT(bool, negated, (N), BACKWARD),
        PL_OUT(bool, fold, (3), PL_WHOLE))

TEST(bools)
{
    const bool x[N] = { 1, 0, 1, 1, 0, 0, 0, 1, 1, 0 };
    const bool ones[N] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, zeros[N] = { 0 };
    bool same[N], negated[N], fold[3];
    EXPECT(bool_call(x, same, negated, fold) == 0);
    EXPECT_INTS(same, N, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0);
    EXPECT_INTS(negated, N, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1);
    EXPECT_INTS(fold, 3, 0, 1, 1);
    EXPECT(bool_call(ones, same, negated, fold) == 0);
    EXPECT_INTS(fold, 3, 1, 1, 0);
    EXPECT(bool_call(zeros, same, negated, fold) == 0);
    EXPECT_INTS(fold, 3, 0, 0, 0);
}

// ---- Small floats ----

PL_KERNEL(f16_kernel, PL_REF(const pl_f16, x, B), PL_REF(pl_f16, same, B), PL_REF(pl_f16, next, B),
          PL_REF(float, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = pl_to_f16(pl_to_f32(x[c]) + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    float partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? pl_to_f32(x[c]) : 0);
    sum[0] += partial;
}

PL_CALL(f16_call, f16_kernel, BLOCKS,
        PL_IN (pl_f16, x, (N), BACKWARD),
        PL_OUT(pl_f16, same, (N), BACKWARD),
        PL_OUT(pl_f16, next, (N), BACKWARD),
        PL_OUT(float, sum, (1), PL_WHOLE))

PL_KERNEL(bf16_kernel, PL_REF(const pl_bf16, x, B), PL_REF(pl_bf16, same, B), PL_REF(pl_bf16, next, B),
          PL_REF(float, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = pl_to_bf16(pl_to_f32(x[c]) + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    float partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? pl_to_f32(x[c]) : 0);
    sum[0] += partial;
}

PL_CALL(bf16_call, bf16_kernel, BLOCKS,
        PL_IN (pl_bf16, x, (N), BACKWARD),
        PL_OUT(pl_bf16, same, (N), BACKWARD),
        PL_OUT(pl_bf16, next, (N), BACKWARD),
        PL_OUT(float, sum, (1), PL_WHOLE))

PL_KERNEL(f8e4m3_kernel, PL_REF(const pl_f8e4m3, x, B), PL_REF(pl_f8e4m3, same, B), PL_REF(pl_f8e4m3, next, B),
          PL_REF(float, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = pl_to_f8e4m3(pl_to_f32(x[c]) + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    float partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? pl_to_f32(x[c]) : 0);
    sum[0] += partial;
}

PL_CALL(f8e4m3_call, f8e4m3_kernel, BLOCKS,
        PL_IN (pl_f8e4m3, x, (N), BACKWARD),
        PL_OUT(pl_f8e4m3, same, (N), BACKWARD),
        PL_OUT(pl_f8e4m3, next, (N), BACKWARD),
        PL_OUT(float, sum, (1), PL_WHOLE))

PL_KERNEL(f8e5m2_kernel, PL_REF(const pl_f8e5m2, x, B), PL_REF(pl_f8e5m2, same, B), PL_REF(pl_f8e5m2, next, B),
          PL_REF(float, sum, 1))
{
    PL_ASSIGN(same, x);
    PL_EACH ((c, B))
        next[c] = pl_to_f8e5m2(pl_to_f32(x[c]) + 1);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    float partial = 0;
    PL_REDUCE (partial, PL_ADD, (c, B), PL_INSIDE(x, c) ? pl_to_f32(x[c]) : 0);
    sum[0] += partial;
}

PL_CALL(f8e5m2_call, f8e5m2_kernel, BLOCKS,
        PL_IN (pl_f8e5m2, x, (N), BACKWARD),
        PL_OUT(pl_f8e5m2, same, (N), BACKWARD),
        PL_OUT(pl_f8e5m2, next, (N), BACKWARD),
        PL_OUT(float, sum, (1), PL_WHOLE))

// Values that all four formats represent, as they do these values plus 1, and their sum.
static const float small_values[N] = { 0, 1, -1, 2, -3, 3, 6, -4, 5, 7 };

#define EXPECT_SMALL(call, convert, x, same, next)                          \
    do {                                                                    \
        float sum_[1];                                                      \
        for (int e_ = 0; e_ < N; e_++)                                      \
            (x)[e_] = convert(small_values[e_]);                            \
        EXPECT(call(x, same, next, sum_) == 0);                             \
        for (int e_ = 0; e_ < N; e_++) {                                    \
            EXPECT(pl_to_f32((same)[e_]) == small_values[e_]);              \
            EXPECT(pl_to_f32((next)[e_]) == small_values[e_] + 1);          \
        }                                                                   \
        EXPECT(sum_[0] == 16);                                              \
    } while (0)

TEST(small_floats)
{
    pl_f16 x[N], same[N], next[N];
    EXPECT_SMALL(f16_call, pl_to_f16, x, same, next);
    pl_bf16 bx[N], bsame[N], bnext[N];
    EXPECT_SMALL(bf16_call, pl_to_bf16, bx, bsame, bnext);
    pl_f8e4m3 ex[N], esame[N], enext[N];
    EXPECT_SMALL(f8e4m3_call, pl_to_f8e4m3, ex, esame, enext);
    pl_f8e5m2 fx[N], fsame[N], fnext[N];
    EXPECT_SMALL(f8e5m2_call, pl_to_f8e5m2, fx, fsame, fnext);
}

// ---- Structs, with a reduction by the user's own function ----

typedef struct {
    double value;
    int8_t place;           // and padding after it
} Best;

static Best better(Best a, Best b)
{
    return b.value > a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

PL_KERNEL(struct_kernel, PL_REF(const Best, x, B), PL_REF(Best, same, B), PL_REF(Best, next, B), PL_REF(Best, best, 1))
{
    const Best none = { -INFINITY, 127 };
    PL_ASSIGN(same, x);
    PL_EACH ((c, B)) {
        next[c] = x[c];
        next[c].value = x[c].value + 1;
    }
    PL_WHEN (PL_FIRST(0))
        best[0] = none;
    Best here = none;
    PL_REDUCE (here, better, (c, B), PL_INSIDE(x, c) ? x[c] : none);
    best[0] = better(best[0], here);
}

PL_CALL(struct_call, struct_kernel, BLOCKS,
        PL_IN (Best, x, (N), BACKWARD),
        PL_OUT(Best, same, (N), BACKWARD),
        PL_OUT(Best, next, (N), BACKWARD),
        PL_OUT(Best, best, (1), PL_WHOLE))

TEST(structs)
{
    Best x[N], same[N], next[N], best[1];
    const double values[N] = { 1, 7, -2, 7, 3, 6.5, 7, 0, -7, 6 };
    for (int e = 0; e < N; e++)
        x[e] = (Best){ values[e], (int8_t)e };
    EXPECT(struct_call(x, same, next, best) == 0);
    for (int e = 0; e < N; e++) {
        EXPECT(same[e].value == values[e] && same[e].place == e);
        EXPECT(next[e].value == values[e] + 1 && next[e].place == e);
    }
    EXPECT(best[0].value == 7 && best[0].place == 1);
}

// ---- PL_FILL and PL_ASSIGN convert ----

PL_KERNEL(fill_all, PL_REF(float, a, 3), PL_REF(double, b, 3), PL_REF(int8_t, c, 3), PL_REF(uint64_t, d, 3),
          PL_REF(bool, e, 3), PL_REF(pl_f16, f, 3), PL_REF(pl_bf16, g, 3), PL_REF(pl_f8e4m3, h, 3),
          PL_REF(pl_f8e5m2, i, 3))
{
    PL_FILL(a, 0.1);
    PL_FILL(b, 0.1);
    PL_FILL(c, -128);
    PL_FILL(d, UINT64_MAX);
    PL_FILL(e, true);
    PL_FILL(f, 1.5);
    PL_FILL(g, -2);
    PL_FILL(h, 448);
    PL_FILL(i, pl_to_f8e5m2(0.25f));
}

PL_CALL(call_fill_all, fill_all, PL_GRID(),
        PL_OUT(float, a, (3), PL_WHOLE), PL_OUT(double, b, (3), PL_WHOLE), PL_OUT(int8_t, c, (3), PL_WHOLE),
        PL_OUT(uint64_t, d, (3), PL_WHOLE), PL_OUT(bool, e, (3), PL_WHOLE), PL_OUT(pl_f16, f, (3), PL_WHOLE),
        PL_OUT(pl_bf16, g, (3), PL_WHOLE), PL_OUT(pl_f8e4m3, h, (3), PL_WHOLE), PL_OUT(pl_f8e5m2, i, (3), PL_WHOLE))

TEST(fill_converts)
{
    float a[3];
    double b[3];
    int8_t c[3];
    uint64_t d[3];
    bool e[3];
    pl_f16 f[3];
    pl_bf16 g[3];
    pl_f8e4m3 h[3];
    pl_f8e5m2 i[3];
    EXPECT(call_fill_all(a, b, c, d, e, f, g, h, i) == 0);
    for (int at = 0; at < 3; at++) {
        EXPECT(a[at] == 0.1f && b[at] == 0.1 && c[at] == -128 && d[at] == UINT64_MAX && e[at]);
        EXPECT(pl_to_f32(f[at]) == 1.5f && pl_to_f32(g[at]) == -2);
        EXPECT(pl_to_f32(h[at]) == 448 && pl_to_f32(i[at]) == 0.25f);
    }
}

PL_KERNEL(assign_all, PL_REF(const float, x, 2, 2), PL_REF(double, b, 2, 2), PL_REF(int32_t, c, 2, 2),
          PL_REF(pl_f16, f, 2, 2), PL_REF(pl_bf16, g, 2, 2), PL_REF(pl_f8e4m3, h, 2, 2), PL_REF(pl_f8e5m2, i, 2, 2),
          PL_REF(float, back, 2, 2), PL_REF(pl_f16, small, 2, 2))
{
    PL_ASSIGN(b, x);
    PL_ASSIGN(c, x);
    PL_ASSIGN(f, x);
    PL_ASSIGN(g, x);
    PL_ASSIGN(h, x);
    PL_ASSIGN(i, x);
    PL_ASSIGN(back, i);
    PL_ASSIGN(small, g);
}

PL_CALL(call_assign_all, assign_all, PL_GRID(),
        PL_IN (float, x, (2, 2), PL_WHOLE), PL_OUT(double, b, (2, 2), PL_WHOLE), PL_OUT(int32_t, c, (2, 2), PL_WHOLE),
        PL_OUT(pl_f16, f, (2, 2), PL_WHOLE), PL_OUT(pl_bf16, g, (2, 2), PL_WHOLE),
        PL_OUT(pl_f8e4m3, h, (2, 2), PL_WHOLE), PL_OUT(pl_f8e5m2, i, (2, 2), PL_WHOLE),
        PL_OUT(float, back, (2, 2), PL_WHOLE), PL_OUT(pl_f16, small, (2, 2), PL_WHOLE))

TEST(assign_converts)
{
    // No format represents 0.3; the value that each stores for it, in its number of bits, is a fact of the format.
    const float x[4] = { 0.3f, -2, 5, 2.75f };
    double b[4];
    int32_t c[4];
    pl_f16 f[4], small[4];
    pl_bf16 g[4];
    pl_f8e4m3 h[4];
    pl_f8e5m2 i[4];
    float back[4];
    EXPECT(call_assign_all(x, b, c, f, g, h, i, back, small) == 0);
    EXPECT_INTS(c, 4, 0, -2, 5, 2);
    for (int at = 0; at < 4; at++)
        EXPECT(b[at] == (double)x[at]);
    EXPECT(pl_to_f32(f[0]) == 0x1.334p-2f && pl_to_f32(f[3]) == 2.75f);
    EXPECT(pl_to_f32(g[0]) == 0x1.34p-2f && pl_to_f32(g[3]) == 2.75f);
    EXPECT(pl_to_f32(h[0]) == 0x1.4p-2f && pl_to_f32(h[3]) == 2.75f);
    EXPECT(pl_to_f32(i[0]) == 0x1.4p-2f && pl_to_f32(i[3]) == 3);     // 2.75 is the middle of 2.5 and 3: to even
    EXPECT(back[0] == 0x1.4p-2f && back[1] == -2 && back[2] == 5 && back[3] == 3);
    EXPECT(pl_to_f32(small[0]) == 0x1.34p-2f && pl_to_f32(small[1]) == -2);
}

// ---- PL_DOT of every type, and with an operand transposed ----
//
// Small integers: every sum is exact in every accumulator.

enum { M = 3, K = 5, L = 2 };

PL_KERNEL(dot_float, PL_REF(const float, a, M, K), PL_REF(const float, b, K, L), PL_REF(const float, bt, L, K),
          PL_REF(float, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_float, dot_float, PL_GRID(),
        PL_IN (float, a, (M, K), PL_WHOLE), PL_IN(float, b, (K, L), PL_WHOLE), PL_IN(float, bt, (L, K), PL_WHOLE),
        PL_OUT(float, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_double, PL_REF(const double, a, M, K), PL_REF(const double, b, K, L), PL_REF(const double, bt, L, K),
          PL_REF(double, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_double, dot_double, PL_GRID(),
        PL_IN (double, a, (M, K), PL_WHOLE), PL_IN(double, b, (K, L), PL_WHOLE), PL_IN(double, bt, (L, K), PL_WHOLE),
        PL_OUT(double, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_f16, PL_REF(const pl_f16, a, M, K), PL_REF(const pl_f16, b, K, L), PL_REF(const pl_f16, bt, L, K),
          PL_REF(float, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_f16, dot_f16, PL_GRID(),
        PL_IN (pl_f16, a, (M, K), PL_WHOLE), PL_IN(pl_f16, b, (K, L), PL_WHOLE), PL_IN(pl_f16, bt, (L, K), PL_WHOLE),
        PL_OUT(float, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_bf16, PL_REF(const pl_bf16, a, M, K), PL_REF(const pl_bf16, b, K, L), PL_REF(const pl_bf16, bt, L, K),
          PL_REF(float, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_bf16, dot_bf16, PL_GRID(),
        PL_IN (pl_bf16, a, (M, K), PL_WHOLE), PL_IN(pl_bf16, b, (K, L), PL_WHOLE), PL_IN(pl_bf16, bt, (L, K), PL_WHOLE),
        PL_OUT(float, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_f8e4m3, PL_REF(const pl_f8e4m3, a, M, K), PL_REF(const pl_f8e4m3, b, K, L),
          PL_REF(const pl_f8e4m3, bt, L, K), PL_REF(float, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_f8e4m3, dot_f8e4m3, PL_GRID(),
        PL_IN (pl_f8e4m3, a, (M, K), PL_WHOLE), PL_IN(pl_f8e4m3, b, (K, L), PL_WHOLE),
        PL_IN (pl_f8e4m3, bt, (L, K), PL_WHOLE), PL_OUT(float, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_f8e5m2, PL_REF(const pl_f8e5m2, a, M, K), PL_REF(const pl_f8e5m2, b, K, L),
          PL_REF(const pl_f8e5m2, bt, L, K), PL_REF(float, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_f8e5m2, dot_f8e5m2, PL_GRID(),
        PL_IN (pl_f8e5m2, a, (M, K), PL_WHOLE), PL_IN(pl_f8e5m2, b, (K, L), PL_WHOLE),
        PL_IN (pl_f8e5m2, bt, (L, K), PL_WHOLE), PL_OUT(float, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_int8, PL_REF(const int8_t, a, M, K), PL_REF(const int8_t, b, K, L), PL_REF(const int8_t, bt, L, K),
          PL_REF(int32_t, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_int8, dot_int8, PL_GRID(),
        PL_IN (int8_t, a, (M, K), PL_WHOLE), PL_IN(int8_t, b, (K, L), PL_WHOLE), PL_IN(int8_t, bt, (L, K), PL_WHOLE),
        PL_OUT(int32_t, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_uint8, PL_REF(const uint8_t, a, M, K), PL_REF(const uint8_t, b, K, L), PL_REF(const uint8_t, bt, L, K),
          PL_REF(int32_t, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_uint8, dot_uint8, PL_GRID(),
        PL_IN (uint8_t, a, (M, K), PL_WHOLE), PL_IN(uint8_t, b, (K, L), PL_WHOLE), PL_IN(uint8_t, bt, (L, K), PL_WHOLE),
        PL_OUT(int32_t, z, (M, L), PL_WHOLE))

PL_KERNEL(dot_int32, PL_REF(const int32_t, a, M, K), PL_REF(const int32_t, b, K, L), PL_REF(const int32_t, bt, L, K),
          PL_REF(int32_t, z, M, L))
{
    PL_FILL(z, 1);
    PL_DOT(z, a, b);
    PL_DOT(z, a, PL_T(bt));
}

PL_CALL(call_dot_int32, dot_int32, PL_GRID(),
        PL_IN (int32_t, a, (M, K), PL_WHOLE), PL_IN(int32_t, b, (K, L), PL_WHOLE),
        PL_IN (int32_t, bt, (L, K), PL_WHOLE), PL_OUT(int32_t, z, (M, L), PL_WHOLE))

static const int a_values[M * K] = { 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1 };
static const int b_values[K * L] = { 1, -2, 3, 4, -5, 6, 7, 0, -1, 2 };

// Fills the operands, makes the call, and compares with a plain product: 1 + a b, twice the product, because bt is b transposed.
#define EXPECT_DOT(call, convert_a, convert_b, a, b, bt, z)                                     \
    do {                                                                                        \
        for (int e_ = 0; e_ < M * K; e_++)                                                      \
            (a)[e_] = convert_a(a_values[e_]);                                                  \
        for (int k_ = 0; k_ < K; k_++)                                                          \
            for (int l_ = 0; l_ < L; l_++)                                                      \
                (b)[k_ * L + l_] = (bt)[l_ * K + k_] = convert_b(b_values[k_ * L + l_]);        \
        EXPECT(call(a, b, bt, z) == 0);                                                         \
        for (int m_ = 0; m_ < M; m_++)                                                          \
            for (int l_ = 0; l_ < L; l_++) {                                                    \
                int expected_ = 1;                                                              \
                for (int k_ = 0; k_ < K; k_++)                                                  \
                    expected_ += 2 * a_values[m_ * K + k_] * b_values[k_ * L + l_];             \
                EXPECT((z)[m_ * L + l_] == expected_);                                          \
            }                                                                                   \
    } while (0)

TEST(dots_of_floats)
{
    float a[M * K], b[K * L], bt[L * K], z[M * L];
    EXPECT_DOT(call_dot_float, (float), (float), a, b, bt, z);
    double da[M * K], db[K * L], dbt[L * K], dz[M * L];
    EXPECT_DOT(call_dot_double, (double), (double), da, db, dbt, dz);
}

TEST(dots_of_small_floats)
{
    float z[M * L];
    pl_f16 ha[M * K], hb[K * L], hbt[L * K];
    EXPECT_DOT(call_dot_f16, pl_to_f16, pl_to_f16, ha, hb, hbt, z);
    pl_bf16 ba[M * K], bb[K * L], bbt[L * K];
    EXPECT_DOT(call_dot_bf16, pl_to_bf16, pl_to_bf16, ba, bb, bbt, z);
    pl_f8e4m3 ea[M * K], eb[K * L], ebt[L * K];
    EXPECT_DOT(call_dot_f8e4m3, pl_to_f8e4m3, pl_to_f8e4m3, ea, eb, ebt, z);
    pl_f8e5m2 fa[M * K], fb[K * L], fbt[L * K];
    EXPECT_DOT(call_dot_f8e5m2, pl_to_f8e5m2, pl_to_f8e5m2, fa, fb, fbt, z);
}

// No product of bytes is negative, and the largest need 16 bits.
TEST(dots_of_bytes)
{
    uint8_t a[M * K], b[K * L], bt[L * K];
    int32_t z[M * L];
    memset(a, 255, sizeof a);
    memset(b, 255, sizeof b);
    memset(bt, 255, sizeof bt);
    EXPECT(call_dot_uint8(a, b, bt, z) == 0);
    for (int e = 0; e < M * L; e++)
        EXPECT(z[e] == 1 + 2 * K * 255 * 255);
}

TEST(dots_of_integers)
{
    int32_t z[M * L];
    int8_t a[M * K], b[K * L], bt[L * K];
    EXPECT_DOT(call_dot_int8, (int8_t), (int8_t), a, b, bt, z);
    int32_t ia[M * K], ib[K * L], ibt[L * K];
    EXPECT_DOT(call_dot_int32, (int32_t), (int32_t), ia, ib, ibt, z);
}

// ---- Scalars of every kind, for the kernel and, if they are integers, for shapes and maps ----

PL_KERNEL(scalars, PL_SCALAR(float, a), PL_SCALAR(double, b), PL_SCALAR(int8_t, c), PL_SCALAR(uint64_t, d),
          PL_SCALAR(bool, e), PL_SCALAR(pl_bf16, f), PL_SCALAR(Best, g), PL_SCALAR(long, n), PL_REF(double, z, n))
{
    z[0] = a;
    z[1] = b;
    z[2] = c;
    z[3] = (double)(d >> 32);
    z[4] = e;
    z[5] = pl_to_f32(f);
    z[6] = g.value + g.place;
}

PL_CALL(call_scalars, scalars, PL_GRID(),
        PL_SCALAR(float, a), PL_SCALAR(double, b), PL_SCALAR(int8_t, c), PL_SCALAR(uint64_t, d),
        PL_SCALAR(bool, e), PL_SCALAR(pl_bf16, f), PL_SCALAR(Best, g), PL_SCALAR(long, n),
        PL_OUT(double, z, (n), PL_WHOLE))

TEST(scalars_of_every_kind)
{
    double z[7];
    const Best best = { 10, 3 };
    EXPECT(call_scalars(0.5f, 0.1, -7, (uint64_t)9 << 32, true, pl_to_bf16(1.5f), best, 7, z) == 0);
    EXPECT(z[0] == 0.5 && z[1] == 0.1 && z[2] == -7 && z[3] == 9 && z[4] == 1 && z[5] == 1.5 && z[6] == 13);
}

// One struct for all elements: from invariant values, and selected by an index.
PL_KERNEL(struct_fill, PL_SCALAR(Best, v), PL_REF(Best, a, B), PL_REF(Best, b, B), PL_REF(Best, c, B))
{
    PL_EACH ((i, B))
        a[i] = (Best){ 1, 2 };
    PL_EACH ((i, B))
        b[i] = v;
    PL_EACH ((i, B))
        c[i] = i > 1 ? v : a[0];
}

PL_CALL(fill_structs, struct_fill, PL_SCALAR(Best, v), PL_GRID(), PL_OUT(Best, a, (B), PL_WHOLE),
        PL_OUT(Best, b, (B), PL_WHOLE), PL_OUT(Best, c, (B), PL_WHOLE))

TEST(structs_alike)
{
    Best a[B], b[B], c[B];
    const Best v = { 10, 3 };
    EXPECT(fill_structs(v, a, b, c) == 0);
    for (int i = 0; i < B; i++)
        EXPECT(a[i].value == 1 && a[i].place == 2 && b[i].value == 10 && b[i].place == 3 && c[i].place == (i > 1 ? 3 : 2));
}

// Types without a tag: of members, of locals (two of one name), of a table.
typedef struct {
    union { float f; int32_t i; } bits;
    struct { uint8_t low, high; } parts[2];
} Word;

static const struct { int32_t mask; struct { float by; } scale; } steps[2] = { { 0x7fffffff, { 2 } }, { -1, { -1 } } };

static float magnitude(float v)
{
    const union { float f; int32_t i; } bits = { v };
    return (union { int32_t i; float f; }){ .i = bits.i & steps[0].mask }.f;
}

PL_KERNEL(untagged_kernel, PL_REF(const Word, x, B), PL_REF(Word, z, B))
{
    PL_EACH ((i, B)) {
        union { int32_t i; float f; } now = { .f = magnitude(x[i].bits.f) * steps[0].scale.by };
        Word w = { { 0 }, { { 1, 2 } } };
        w.bits.i = now.i;
        w.parts[1].high = (uint8_t)(x[i].parts[0].low + 1);
        z[i] = w;
    }
    for (int i = 0; i < 2; i++) {
        struct { int at, by; } now = { i, 1 };
        z[now.at].parts[0].low += (uint8_t)now.by;
    }
}

PL_CALL(untagged, untagged_kernel, BLOCKS,
        PL_IN (Word, x, (N), PL_BLOCKSPEC((B), (i))), PL_OUT(Word, z, (N), PL_BLOCKSPEC((B), (i))))

TEST(types_without_a_tag)
{
    Word x[N], z[N];
    for (int i = 0; i < N; i++)
        x[i] = (Word){ { (float)(i - 3) }, { { (uint8_t)i, 0 } } };
    EXPECT(untagged(x, z) == 0);
    for (int i = 0; i < N; i++) {
        EXPECT(z[i].bits.f == 2.0f * (float)abs(i - 3));
        EXPECT(z[i].parts[0].low == 1 + (i % B < 2) && z[i].parts[0].high == 2 && z[i].parts[1].low == 0);
        EXPECT(z[i].parts[1].high == i + 1);
    }
}

int main(void)
{
    RUN(floats);
    RUN(doubles);
    RUN(int8s);
    RUN(int16s);
    RUN(int32s);
    RUN(int64s);
    RUN(uint8s);
    RUN(uint16s);
    RUN(uint32s);
    RUN(uint64s);
    RUN(bools);
    RUN(small_floats);
    RUN(structs);
    RUN(structs_alike);
    RUN(types_without_a_tag);
    RUN(fill_converts);
    RUN(assign_converts);
    RUN(dots_of_floats);
    RUN(dots_of_small_floats);
    RUN(dots_of_bytes);
    RUN(dots_of_integers);
    RUN(scalars_of_every_kind);
    return test_end();
}
