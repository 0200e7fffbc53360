// wide.c -- PL_EACH and PL_REDUCE with vectors: what they compute is what plain loops in C compute, for lengths that fill
// no vector, at any start, for every type, with C's own conversions, and with NaNs.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <pallas.h>

enum { MOST = 148 };

// ---- Elements -----------------------------------------------------------------------------------------------------
// EACH names a kernel z[i] = e, over n elements of X x and Y y, and the same loop in C; a is a scalar.

#define EACH(name, Z, X, Y, ...)                                                                                        \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, n), PL_SCALAR(float, a), PL_REF(const X, x, n), PL_REF(const Y, y, n),   \
              PL_REF(Z, z, n))                                                                                         \
    {                                                                                                                  \
        PL_EACH ((i, 1, n - 1))                                                                                        \
            __VA_ARGS__                                                                                                \
    }                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SCALAR(long, n), PL_SCALAR(float, a), PL_GRID(), PL_IN(X, x, (n), PL_WHOLE),      \
            PL_IN(Y, y, (n), PL_WHOLE), PL_INOUT(Z, z, (n), PL_WHOLE))                                                \
    static int try_##name(long n)                                                                                     \
    {                                                                                                                  \
        static X x[MOST];                                                                                              \
        static Y y[MOST];                                                                                              \
        static Z made[MOST], expected[MOST];                                                                             \
        const float a = 2.5f;                                                                                          \
        for (long i = 0; i < n; i++) {                                                                                 \
            x[i] = (X)((i * 37 + 11) % 101 - 50), y[i] = (Y)((i * 23 + 5) % 61 - 30);                                 \
            made[i] = expected[i] = (Z)(i % 7);                                                                         \
        }                                                                                                              \
        if (name(n, a, x, y, made))                                                                                     \
            return 1;                                                                                                  \
        {                                                                                                              \
            Z *z = expected;                                                                                           \
            for (long i = 1; i < n - 1; i++)                                                                           \
                __VA_ARGS__                                                                                            \
        }                                                                                                              \
        return differ(#name, n, sizeof made[0], made, expected);                                                          \
    }

static int differ(const char *name, long n, size_t size, const void *is, const void *should)
{
    for (long i = 0; i < n; i++)
        if (memcmp((const char *)is + (size_t)i * size, (const char *)should + (size_t)i * size, size)) {
            printf("%s: of %ld elements, number %ld is another\n", name, n, i);
            return 1;
        }
    return 0;
}

static float blend(float a, float b) { return a * 0.5f + b; }
static float blend_twice(float v) { return blend(blend(v, 1), v - 2); }
static int32_t third_of(int16_t v) { return v / 3; }
static bool is_large(float v) { return v > 20; }

EACH(helped, float, float, float, { z[i] = blend_twice(x[i] + y[i]) * (float)third_of((int16_t)(y[i] * 5)) + blend(a, x[i]); })
EACH(helped_half, float, float, float, { z[i] = is_large(x[i]) ? blend_twice(y[i]) : blend(3, 4); })
EACH(shifted, float, float, float, { z[i] = x[i - 1] - x[i + 1] + y[i]; })
EACH(narrowed, int8_t, int16_t, int8_t, { z[i] = (int8_t)(x[i] / 2 + y[i] * 3); })
EACH(widened, int64_t, int32_t, uint8_t, { z[i] = (long)x[i] * 100000 + y[i] + i; })
EACH(mixed, float, int32_t, float, { z[i] = (float)x[i] * 0.5f + 2 * y[i] - 1; })
EACH(doubled, double, float, int32_t, { z[i] = x[i] * 0.25 + y[i]; })
EACH(chosen, float, float, float, { z[i] = x[i] > y[i] && i > 3 ? x[i] * 2 : y[i] < 0 || !(x[i] == 0) ? -y[i] : a; })
EACH(chosen_long, int64_t, int64_t, int32_t, { z[i] = x[i] < y[i] ? x[i] << 3 : (int64_t)y[i]; })
EACH(chosen_short, int16_t, int16_t, int16_t, { z[i] = x[i] < y[i] ? x[i] : (int16_t)7; })
EACH(uniform, float, float, float, { z[i] = a > 2 ? x[i] + a : y[i] / a; })
EACH(quotients, float, float, float, { z[i] = x[i] / a + y[i] / (x[i] + 60); })
EACH(powers, uint64_t, uint8_t, int32_t, { z[i] = (1u << (x[i] & 15)) + ((uint32_t)n >> (y[i] & 7)) + (7ull << (x[i] & 31)) + (uint8_t)(200 >> (y[i] & 3)); })
EACH(counted, int32_t, int32_t, int32_t, { z[i] += (x[i] > 0) + (y[i] > 0) - (i % 2 == 0); })
EACH(locals, float, float, float, { float t = x[i] * a; bool less = t < y[i]; t += 1; t *= less ? 2.0f : t; z[i] = t; })
EACH(same_for_all, float, float, float, { const int back = a > 2; float twice = 2 * a; z[i] = x[i - back] * twice; })
EACH(bits, uint32_t, uint32_t, uint32_t, { z[i] = (x[i] ^ y[i]) >> 3 | (x[i] & ~y[i]) << 2; })
EACH(unsigned_short, uint16_t, uint16_t, uint8_t, { z[i] = (uint16_t)(x[i] - y[i]); })
EACH(updated, int16_t, int16_t, float, { z[i] += x[i] + y[i]; })
EACH(guarded, int32_t, int32_t, int32_t, { z[i] = y[i] ? x[i] / y[i] : -1; })
EACH(extremes, int32_t, int32_t, int32_t, { z[i] = PL_MAX(x[i], y[i]) - PL_MIN(x[i], 3); })

// ---- Small floats -------------------------------------------------------------------------------------------------

#define SMALL(T, short)                                                                                                 \
    PL_KERNEL(short##_kernel, PL_SCALAR(long, n), PL_REF(const T, x, n), PL_REF(T, z, n), PL_REF(float, w, n))        \
    {                                                                                                                  \
        PL_EACH ((i, n)) {                                                                                             \
            float v = pl_to_f32(x[i]) * 1.7f;                                                                          \
            z[i] = pl_to_##short(v);                                                                                   \
            w[i] = pl_to_f32(x[i]);                                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    PL_CALL(short, short##_kernel, PL_SCALAR(long, n), PL_GRID(), PL_IN(T, x, (n), PL_WHOLE), PL_OUT(T, z, (n), PL_WHOLE), \
            PL_OUT(float, w, (n), PL_WHOLE))                                                                           \
    static int try_##short(long n)                                                                                    \
    {                                                                                                                  \
        static T x[MOST], z[MOST], rounded[MOST];                                                                      \
        static float w[MOST], wide[MOST];                                                                              \
        for (long i = 0; i < n; i++) {                                                                                 \
            x[i] = pl_to_##short(ldexpf((float)(i * 37 % 101 - 50), (int)(i % 9) - 4));                               \
            wide[i] = pl_to_f32(x[i]);                                                                                 \
            float v = wide[i] * 1.7f;                                                                                  \
            rounded[i] = pl_to_##short(v);                                                                             \
        }                                                                                                              \
        return short(n, x, z, w) || differ(#short, n, sizeof *z, z, rounded) || differ(#short, n, sizeof *w, w, wide);   \
    }

SMALL(pl_bf16, bf16)
SMALL(pl_f16, f16)

// ---- Folds --------------------------------------------------------------------------------------------------------

#define FOLD(name, T, OP, first, e, bound)                                                                              \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, n), PL_REF(const T, x, 3, n), PL_REF(T, z, 4))                          \
    {                                                                                                                  \
        T all = first;                                                                                                 \
        PL_REDUCE (all, OP, ((r, 3), (c, n)), e);                                                                      \
        z[3] = all;                                                                                                    \
        PL_EACH ((r, 3)) {                                                                                             \
            T one = first;                                                                                             \
            PL_REDUCE (one, OP, (c, n), e);                                                                            \
            z[r] = one;                                                                                                \
        }                                                                                                              \
    }                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SCALAR(long, n), PL_GRID(), PL_IN(T, x, (3, n), PL_WHOLE), PL_OUT(T, z, (4), PL_WHOLE)) \
    static int try_##name(long n, long nan_at)                                                                        \
    {                                                                                                                  \
        static T row[3 * MOST], z[4];                                                                                  \
        const T (*x)[n] = (const T (*)[n])row;                                                                         \
        for (long i = 0; i < 3 * n; i++)                                                                               \
            row[i] = i == nan_at ? (T)NAN_OF(T) : (T)((i * 37 + 11) % 101 - 50) / (T)8;                               \
        if (name(n, row, z))                                                                                           \
            return 1;                                                                                                  \
        for (long which = 0; which < 4; which++) {                                                                     \
            T expected = first;                                                                                        \
            for (long r = which < 3 ? which : 0; r < (which < 3 ? which + 1 : 3); r++)                                \
                for (long c = 0; c < n; c++)                                                                           \
                    expected = FOLD_##OP(expected, e);                                                                 \
            bool nan = expected != expected, alike = nan ? z[which] != z[which]                                       \
                                                        : fabs((double)z[which] - (double)expected) <= (bound);       \
            if (!alike) {                                                                                              \
                printf("%s of %ld, NaN at %ld, result %ld: %g, not %g\n", #name, n, nan_at, which, (double)z[which],  \
                       (double)expected);                                                                              \
                return 1;                                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
#define NAN_OF(T) ((T)0.5f == 0 ? 0 : NAN)
#define FOLD_PL_ADD(a, b) ((a) + (b))
#define FOLD_PL_MUL(a, b) ((a) * (b))
#define FOLD_PL_MAX(a, b) PL_MAX(a, b)
#define FOLD_PL_MIN(a, b) PL_MIN(a, b)
#define FOLD_PL_AND(a, b) ((a) & (b))
#define FOLD_PL_OR(a, b) ((a) | (b))
#define FOLD_PL_XOR(a, b) ((a) ^ (b))

// A sum of 3 n numbers of at most 7, and of squares of these, in two orders: each is off by 3 n roundings of the sum.
FOLD(sum_f32, float, PL_ADD, 1.0f, x[r][c] * x[r][c], 2 * 3.0 * MOST * FLT_EPSILON / 2 * (3.0 * MOST * 49 + 1))
FOLD(sum_f64, double, PL_ADD, 0.0, x[r][c], 2 * 3.0 * MOST * DBL_EPSILON / 2 * (3.0 * MOST * 7))
FOLD(greatest_f32, float, PL_MAX, -INFINITY, x[r][c], 0)
FOLD(smallest_f32, float, PL_MIN, INFINITY, x[r][c], 0)
FOLD(greatest_f64, double, PL_MAX, -100.0, x[r][c], 0)
FOLD(sum_i32, int32_t, PL_ADD, 5, x[r][c] * (int32_t)c, 0)
FOLD(product_u32, uint32_t, PL_MUL, 3u, x[r][c] | 1u, 0)
FOLD(greatest_i64, int64_t, PL_MAX, -1000, x[r][c] * 3, 0)
FOLD(smallest_u32, uint32_t, PL_MIN, 4000000000u, x[r][c], 0)
FOLD(and_u32, uint32_t, PL_AND, ~0u, x[r][c] | 12u, 0)
FOLD(or_i32, int32_t, PL_OR, 0, x[r][c] & 24, 0)
FOLD(xor_u64, uint64_t, PL_XOR, 1, x[r][c], 0)

// ---- Columns ------------------------------------------------------------------------------------------------------
// BODY(LOOP, REDUCE) is what PL_EACH does for each column c of x, with loops in it; with loops of plain C the same is
// expected to the bit, as each column is summed in the same order. All sums here are exact.

enum { ROWS = 5 };

#define COLUMNS(name, T, BODY)                                                                                         \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, n), PL_SCALAR(float, a), PL_REF(const T, x, ROWS, n), PL_REF(T, z, n))    \
    {                                                                                                                  \
        PL_EACH ((c, 1, n - 1))                                                                                        \
            BODY(PL_LOOP, PL_REDUCE)                                                                                   \
    }                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SCALAR(long, n), PL_SCALAR(float, a), PL_GRID(), PL_IN(T, x, (ROWS, n), PL_WHOLE), \
            PL_INOUT(T, z, (n), PL_WHOLE))                                                                             \
    static int try_##name(long n)                                                                                      \
    {                                                                                                                  \
        static T all[ROWS * MOST], made[MOST], expected[MOST];                                                         \
        const T (*x)[n] = (const T (*)[n])all;                                                                         \
        const float a = 2.5f;                                                                                          \
        for (long i = 0; i < ROWS * n; i++)                                                                            \
            all[i] = (T)((T)((i * 37 + 11) % 101 - 50) / (T)8);                                                        \
        for (long i = 0; i < n; i++)                                                                                   \
            made[i] = expected[i] = (T)(i % 7);                                                                        \
        if (name(n, a, all, made))                                                                                     \
            return 1;                                                                                                  \
        {                                                                                                              \
            T *z = expected;                                                                                           \
            for (long c = 1; c < n - 1; c++)                                                                           \
                BODY(C_LOOP, C_REDUCE)                                                                                 \
        }                                                                                                              \
        return differ(#name, n, sizeof made[0], made, expected);                                                       \
    }
#define C_LOOP(r, low, high) for (long r = low; r < high; r++)
#define C_AXIS(r, count) long r = 0; r < count; r++
#define C_REDUCE(into, OP, axis, e) for (C_AXIS axis) into = FOLD_##OP(into, e)

#define SUM(LOOP, REDUCE) { float sum = 0; REDUCE (sum, PL_ADD, (r, ROWS), x[r][c]); z[c] += sum; }
#define SPREAD(LOOP, REDUCE)                                                            \
    {                                                                                   \
        float sum = 0, squares = 0;                                                     \
        REDUCE (sum, PL_ADD, (r, ROWS), x[r][c]);                                       \
        float mean = sum / 4;                                                           \
        REDUCE (squares, PL_ADD, (r, ROWS), (x[r][c] - mean) * (x[r][c] - mean));       \
        z[c] = squares * 2;                                                             \
    }
#define GREATEST(LOOP, REDUCE) REDUCE (z[c], PL_MAX, (r, ROWS), x[r][c]);
#define IN_PLACE(LOOP, REDUCE) { z[c] = x[0][c]; for (int r = ROWS - 1; r > 0; r -= 2) { double v = x[r][c]; z[c] -= v * v; } }
#define AROUND(LOOP, REDUCE) { double sum = a; LOOP (r, 1, ROWS) REDUCE (sum, PL_ADD, (d, 3), x[r][c + d - 1] * d); z[c] = sum; }
#define CHOSEN(LOOP, REDUCE)                                                            \
    {                                                                                   \
        const int middle = ROWS / 2 + (n > 20);                                         \
        bool large = x[middle][c] > 1;                                                  \
        int count = 0;                                                                  \
        if (a > 2) {                                                                    \
            count = 3;                                                                  \
            LOOP (r, 0, middle)                                                         \
                count += x[r][c] > x[middle][c] ? (int)r : -1;                          \
        }                                                                               \
        z[c] = large ? (int16_t)count : z[c];                                           \
    }
#define LEFT(LOOP, REDUCE) { int count = 0; for (long r = 0; r < c % 3; r++) count += x[r][c]; z[c] = (int16_t)count; }

COLUMNS(column_sum, float, SUM)
COLUMNS(column_spread, float, SPREAD)
COLUMNS(column_greatest, float, GREATEST)
COLUMNS(column_in_place, double, IN_PLACE)
COLUMNS(column_around, double, AROUND)
COLUMNS(column_chosen, int16_t, CHOSEN)
COLUMNS(column_left, int16_t, LEFT)

// ---- Names ----------------------------------------------------------------------------------------------------------
// `length` is a word of OpenCL's; a size may be called so, in the caller's file and in what is emitted.

PL_KERNEL(numbers_kernel, PL_REF(long, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = PL_PROGRAM_ID(0) * 4 + c;
}

PL_CALL(numbers, numbers_kernel, PL_SIZES(length), PL_GRID(PL_PARALLEL(i, PL_CDIV(length, 4))),
        PL_OUT(long, z, (length), PL_BLOCKSPEC((4), (i))))

static int try_numbers(void)
{
    long z[10], expected[10];
    for (long i = 0; i < 10; i++)
        expected[i] = i;
    return numbers(10, z) || differ("numbers", 10, sizeof z[0], z, expected);
}

int main(void)
{
    static const long lengths[] = { 2, 3, 9, 17, 18, 33, 50, 79, 83, 147 };
    int failed = try_numbers();
    for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0] && !failed; l++) {
        long n = lengths[l];
        failed = try_helped(n) || try_helped_half(n) || try_shifted(n) || try_narrowed(n) || try_widened(n) || try_mixed(n) || try_doubled(n) || try_chosen(n) ||
                 try_chosen_long(n) || try_chosen_short(n) || try_uniform(n) || try_counted(n) || try_quotients(n) || try_powers(n) || try_locals(n) ||
                 try_bits(n) || try_same_for_all(n) || try_unsigned_short(n) || try_updated(n) || try_guarded(n) || try_extremes(n) ||
                 try_bf16(n) || try_f16(n) || try_sum_f64(n, -1) || try_greatest_f64(n, n / 2) || try_sum_i32(n, -1) ||
                 try_product_u32(n, -1) || try_greatest_i64(n, -1) || try_smallest_u32(n, -1) || try_and_u32(n, -1) ||
                 try_or_i32(n, -1) || try_xor_u64(n, -1) || try_column_sum(n) || try_column_spread(n) ||
                 try_column_greatest(n) || try_column_in_place(n) || try_column_around(n) || try_column_chosen(n) ||
                 try_column_left(n);
        for (long nan_at = -1; nan_at < 3 * n && !failed; nan_at += 5)
            failed = try_sum_f32(n, nan_at) || try_greatest_f32(n, nan_at) || try_smallest_f32(n, nan_at);
    }
    printf(failed ? "%s\n" : "wide ok%s\n", failed ? pl_error() : "");
    return failed;
}
