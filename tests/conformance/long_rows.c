// long_rows.c -- rows that several loops access, too long for registers: on CUDA threads hold them in shared memory. Values are whole
// numbers, so that sums are exact in any order.

#include <pallas.h>
#include "../test.h"

enum { MOST = 24000, ROWS = 5 };

static float given[ROWS * MOST + 1], made[ROWS * MOST];
static pl_bf16 narrow_given[ROWS * MOST], narrow_made[ROWS * MOST];

static void fill(long count)
{
    for (long e = 0; e < count; e++) {
        given[e] = (float)(e * 37 % 101 - 50 + e / 1000);
        narrow_given[e] = pl_to_bf16((float)(e * 31 % 61 - 30));
    }
}

typedef struct { float top, sum; } Totals;

static Totals totals(const float *row, long n)
{
    Totals t = { -INFINITY, 0 };
    for (long c = 0; c < n; c++) {
        t.top = row[c] > t.top ? row[c] : t.top;
        t.sum += row[c];
    }
    return t;
}

// ---- Of run-time length: three loops read x; two read z, which is set twice; one sets all of an operand that is read before ----

#define ROWS_OF(name, BM)                                                                                                              \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, n), PL_REF(const float, x, BM, n), PL_REF(float, z, BM, n))                               \
    {                                                                                                                                  \
        PL_EACH ((r, BM)) {                                                                                                            \
            float top = -INFINITY, sum = 0;                                                                                            \
            PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);                                                                                  \
            PL_REDUCE (sum, PL_ADD, (c, n), x[r][c] - top);                                                                            \
            PL_EACH ((c, n))                                                                                                           \
                z[r][c] = x[r][c] - top + sum;                                                                                         \
        }                                                                                                                              \
    }                                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, BM))),                                        \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),                                                             \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

ROWS_OF(single, 1)
ROWS_OF(several, 2)

PL_KERNEL(again_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 4, n), PL_REF(float, z, 4, n))
{
    PL_EACH ((r, 4)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);
        PL_EACH ((c, n))
            z[r][c] = x[r][c] - top;
        PL_REDUCE (sum, PL_ADD, (c, n), z[r][c]);
        PL_EACH ((c, n))
            z[r][c] += sum;
    }
}

PL_CALL(again, again_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, 4))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((4, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((4, PL_FULL), (i, 0))))

PL_KERNEL(in_place_kernel, PL_SCALAR(long, n), PL_REF(float, z, n))
{
    float top = -INFINITY, sum = 0;
    PL_REDUCE (top, PL_MAX, (c, n), z[c]);
    PL_EACH ((c, n))
        z[c] -= top;
    PL_REDUCE (sum, PL_ADD, (c, n), z[c]);
    PL_EACH ((c, n))
        z[c] += sum;
}

PL_CALL(in_place, in_place_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m)),
        PL_INOUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

static bool is_shifted(const float *from, long n)
{
    for (long r = 0; r < ROWS; r++) {
        const Totals t = totals(from + r * n, n);
        for (long c = 0; c < n; c++)
            if (made[r * n + c] != from[r * n + c] - t.top + (t.sum - (float)n * t.top))
                return false;
    }
    return true;
}

TEST(rows_of_any_length)
{
    static const long lengths[] = { 7, 1023, 1024, 2052, 4097, 9003 };
    for (int i = 0; i < 6; i++) {
        const long n = lengths[i];
        fill(ROWS * n + 1);
        EXPECT(single(ROWS, n, given, made) == 0 && is_shifted(given, n));
        EXPECT(several(ROWS, n, given, made) == 0 && is_shifted(given, n));
        EXPECT(several(ROWS, n, given + 1, made) == 0 && is_shifted(given + 1, n));      // not at a multiple of 16 bytes
        EXPECT(again(ROWS, n, given, made) == 0 && is_shifted(given, n));
        for (long e = 0; e < ROWS * n; e++)
            made[e] = given[e];
        EXPECT(in_place(ROWS, n, made) == 0 && is_shifted(given, n));
    }
}

// Many programs, of which a GPU runs 32 on each of 132 multiprocessors: then rows of 512 bytes are long.
TEST(short_rows_of_many_programs)
{
    enum { MANY = 32 * 132, N = 132 };
    static float many[2 * MANY * N], shifted[2 * MANY * N];
    bool right = true;
    for (long e = 0; e < 2 * MANY * N; e++)
        many[e] = (float)(e * 37 % 101 - 50);
    EXPECT(several(2 * MANY, N, many, shifted) == 0);
    for (long r = 0; r < 2 * MANY; r++) {
        const Totals t = totals(many + r * N, N);
        for (long c = 0; c < N; c++)
            right &= shifted[r * N + c] == many[r * N + c] - t.top + (t.sum - N * t.top);
    }
    EXPECT(right);
}

// ---- Two rows of different types are held ----

PL_KERNEL(two_kernel, PL_SCALAR(long, n), PL_REF(const pl_bf16, x, n), PL_REF(const float, y, n), PL_REF(pl_bf16, z, n))
{
    float top = -INFINITY, most = -INFINITY;
    PL_REDUCE (top, PL_MAX, (c, n), pl_to_f32(x[c]) - y[c]);
    PL_REDUCE (most, PL_MAX, (c, n), pl_to_f32(x[c]) + y[c]);
    PL_EACH ((c, n))
        z[c] = pl_to_bf16(pl_to_f32(x[c]) + y[c] * 0.0f + (top > most ? 2 : 1));
}

PL_CALL(two, two_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m)),
        PL_IN (pl_bf16, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (float, y, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

static bool is_raised(long n)
{
    for (long r = 0; r < ROWS; r++) {
        float top = -INFINITY, most = -INFINITY;
        for (long c = r * n; c < (r + 1) * n; c++) {
            top = fmaxf(top, pl_to_f32(narrow_given[c]) - given[c]);
            most = fmaxf(most, pl_to_f32(narrow_given[c]) + given[c]);
        }
        for (long c = r * n; c < (r + 1) * n; c++)
            if (pl_to_f32(narrow_made[c]) != pl_to_f32(narrow_given[c]) + (top > most ? 2 : 1))
                return false;
    }
    return true;
}

TEST(rows_of_two_types)
{
    static const long lengths[] = { 1023, 2052, 4104, 9000 };
    for (int i = 0; i < 4; i++) {
        fill(ROWS * lengths[i]);
        EXPECT(two(ROWS, lengths[i], narrow_given, given, narrow_made) == 0 && is_raised(lengths[i]));
    }
}

// ---- Of a length that is known: one that every GPU has room for, one that some have not, and narrow elements ----

#define SCALED(name, length)                                                                                                           \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, 2, length), PL_REF(const float, gain, length), PL_REF(float, z, 2, length))        \
    {                                                                                                                                  \
        PL_EACH ((r, 2)) {                                                                                                             \
            float sum = 0;                                                                                                             \
            PL_REDUCE (sum, PL_ADD, (c, length), x[r][c]);                                                                             \
            PL_EACH ((c, length))                                                                                                      \
                z[r][c] = x[r][c] * gain[c] + sum;                                                                                     \
        }                                                                                                                              \
    }                                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, 2))),                                                             \
            PL_IN (float, x, (m, length), PL_BLOCKSPEC((2, length), (i, 0))), PL_IN(float, gain, (length), PL_WHOLE),                  \
            PL_OUT(float, z, (m, length), PL_BLOCKSPEC((2, length), (i, 0))))

SCALED(scaled, 5000)
SCALED(scaled_wide, MOST)

static bool is_scaled(long n)
{
    for (long r = 0; r < ROWS; r++) {
        const Totals t = totals(given + r * n, n);
        for (long c = 0; c < n; c++)
            if (made[r * n + c] != given[r * n + c] * given[c] + t.sum)
                return false;
    }
    return true;
}

PL_KERNEL(narrow_kernel, PL_REF(const pl_bf16, x, 1, MOST), PL_REF(pl_bf16, z, 1, MOST))
{
    PL_EACH ((r, 1)) {
        float top = -INFINITY;
        PL_REDUCE (top, PL_MAX, (c, MOST), pl_to_f32(x[r][c]));
        PL_EACH ((c, MOST))
            z[r][c] = pl_to_bf16(top - pl_to_f32(x[r][c]));
    }
}

PL_CALL(narrow_rows, narrow_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN (pl_bf16, x, (m, MOST), PL_BLOCKSPEC((1, MOST), (i, 0))),
        PL_OUT(pl_bf16, z, (m, MOST), PL_BLOCKSPEC((1, MOST), (i, 0))))

TEST(rows_of_a_known_length)
{
    fill(ROWS * MOST);
    EXPECT(scaled(ROWS, given, given, made) == 0 && is_scaled(5000));
    EXPECT(scaled_wide(ROWS, given, given, made) == 0 && is_scaled(MOST));
    EXPECT(narrow_rows(ROWS, narrow_given, narrow_made) == 0);
    bool right = true;
    for (long r = 0; r < ROWS; r++) {
        float top = -INFINITY;
        for (long c = 0; c < MOST; c++)
            top = pl_to_f32(narrow_given[r * MOST + c]) > top ? pl_to_f32(narrow_given[r * MOST + c]) : top;
        for (long c = 0; c < MOST; c++)
            right &= pl_to_f32(narrow_made[r * MOST + c]) == top - pl_to_f32(narrow_given[r * MOST + c]);
    }
    EXPECT(right);
}

// ---- Elements that other loops than those over rows read, or set: rows that are only read are in their array, too ----

PL_KERNEL(label_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 2, n), PL_REF(const int32_t, label, 2), PL_REF(float, loss, 2))
{
    PL_EACH ((r, 2)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, n), x[r][c] - top);
        loss[r] = sum + top - x[r][label[r]];
    }
}

PL_CALL(label, label_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, 2))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((2, PL_FULL), (i, 0), PL_EDGE(0))),
        PL_IN (int32_t, label, (m), PL_BLOCKSPEC((2), (i), PL_EDGE(0))),
        PL_OUT(float, loss, (m), PL_BLOCKSPEC((2), (i))))

PL_KERNEL(reversed_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, z, n), PL_REF(float, y, n))
{
    float sum = 0;
    PL_EACH ((c, n))
        z[c] = x[c] + 1;
    PL_REDUCE (sum, PL_ADD, (c, n), z[c]);
    PL_EACH ((c, n))
        y[c] = z[n - 1 - c] + sum;
}

PL_CALL(reversed, reversed_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, y, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

TEST(elements_that_others_access)
{
    static const int32_t labels[ROWS] = { 0, 4999, 17, 2500, 4000 };
    static float turned[ROWS * 9000];
    float loss[ROWS];
    const long n = 9000;
    fill(ROWS * n);
    EXPECT(label(ROWS, n, given, labels, loss) == 0);
    EXPECT(reversed(ROWS, n, given, made, turned) == 0);
    for (long r = 0; r < ROWS; r++) {
        const float *row = given + r * n;
        const Totals t = totals(row, n);
        bool right = true;
        EXPECT(loss[r] == t.sum - (float)n * t.top + t.top - row[labels[r]]);
        for (long c = 0; c < n; c++)
            right &= made[r * n + c] == row[c] + 1 && turned[r * n + c] == row[n - 1 - c] + 1 + t.sum + (float)n;
        EXPECT(right);
    }
}

int main(void)
{
    RUN(rows_of_any_length);
    RUN(short_rows_of_many_programs);
    RUN(rows_of_two_types);
    RUN(rows_of_a_known_length);
    RUN(elements_that_others_access);
    return test_end();
}
