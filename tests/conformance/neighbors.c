// neighbors.c -- loops along rows, whose neighboring elements a target may load and store at once: rows of whole vectors and
// others, arrays that begin at any element, types of several widths, blocks that extend past the array, single rows of any
// length, blocks whose rows allow it next to others, rows that fill most registers.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { ROWS = 24, COLUMNS = 256, BM = 8, BN = 128 };

// Arrays begin this many elements after a multiple of 64 bytes, on the device.
static void *placed(void **memory, size_t bytes, size_t offset)
{
    *memory = pl_alloc(bytes + 64);
    return *memory ? (char *)*memory + offset : NULL;
}

static float given(long i)
{
    return (float)(i * 7 % 23) - 11;
}

// ---- Element by element: a value of each row, the index, elements that are read again ----

PL_KERNEL(shape_kernel, PL_REF(const float, x, BM, BN), PL_REF(const float, scale, BM), PL_REF(float, z, BM, BN))
{
    PL_EACH ((r, BM), (c, BN)) {
        float v = PL_MAX(x[r][c], -2 * x[r][c]);            // no branch: elements past the array are unspecified
        z[r][c] = v * scale[r];
        z[r][c] += (float)c;
    }
}

PL_CALL(shape, shape_kernel, PL_SIZES(m, n), PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_IN (float, scale, (m), PL_BLOCKSPEC((BM), (i))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static void shape_at(long m, long n, size_t x_offset, size_t z_offset)
{
    static float host[ROWS * COLUMNS], scale[ROWS], got[ROWS * COLUMNS];
    void *x_memory, *z_memory;
    size_t bytes = (size_t)(m * n) * sizeof *host;
    float *x = placed(&x_memory, bytes, x_offset), *z = placed(&z_memory, bytes, z_offset);
    EXPECT(x && z);
    for (long i = 0; i < m * n; i++)
        host[i] = given(i);
    for (long r = 0; r < m; r++)
        scale[r] = (float)(r + 1);
    EXPECT(pl_upload(x, host, bytes) == 0 && shape(m, n, x, scale, z) == 0 && pl_download(got, z, bytes) == 0);
    for (long i = 0; i < m * n; i++) {
        float v = host[i] < 0 ? -2 * host[i] : host[i];
        EXPECT(got[i] == v * scale[i / n] + (float)(i % n % BN));
    }
    pl_free(x_memory);
    pl_free(z_memory);
}

TEST(arrays_begin_anywhere)
{
    shape_at(ROWS, COLUMNS, 0, 0);
    shape_at(ROWS, COLUMNS, 4, 0);
    shape_at(ROWS, COLUMNS, 0, 8);
    shape_at(ROWS - 1, COLUMNS - 4, 0, 0);
    shape_at(ROWS - 3, COLUMNS - 5, 0, 0);
    shape_at(ROWS - 3, COLUMNS - 5, 12, 4);
    shape_at(1, 1, 0, 0);
}

// ---- Rows of any length: reductions, and uses of their results ----

PL_KERNEL(center_kernel, PL_SCALAR(long, n), PL_REF(const float, x, BM, n), PL_REF(float, z, BM, n))
{
    PL_EACH ((r, BM)) {
        float sum = 0, top = -INFINITY;
        PL_REDUCE (sum, PL_ADD, (c, n), x[r][c]);
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c] - sum);
        PL_EACH ((c, n))
            z[r][c] = top - x[r][c];
    }
}

PL_CALL(center, center_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

TEST(rows_of_any_length)
{
    static float x[ROWS * COLUMNS], z[ROWS * COLUMNS];
    static const long lengths[] = { COLUMNS, COLUMNS - 4, COLUMNS - 1, 40, 3, 1 };
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        long n = lengths[l], m = ROWS - (long)l;
        for (long i = 0; i < m * n; i++)
            x[i] = given(i);
        EXPECT(center(m, n, x, z) == 0);
        for (long r = 0; r < m; r++) {
            float sum = 0, top = -INFINITY;
            for (long c = 0; c < n; c++)
                sum += x[r * n + c];
            for (long c = 0; c < n; c++)
                top = x[r * n + c] - sum > top ? x[r * n + c] - sum : top;
            for (long c = 0; c < n; c++)
                EXPECT(z[r * n + c] == top - x[r * n + c]);
        }
    }
}

// ---- A kernel that returns, in a version for whole vectors and in one for single elements ----

PL_KERNEL(short_kernel, PL_SCALAR(long, n), PL_REF(const float, x, BM, n), PL_REF(float, z, BM, n))
{
    if (n > BN)
        return;
    PL_EACH ((r, BM), (c, n))
        z[r][c] = 2 * x[r][c];
}

PL_CALL(short_rows, short_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, BM))),
        PL_IN   (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),
        PL_INOUT(float, z, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

TEST(rows_are_left_early)
{
    static float x[ROWS * COLUMNS], z[ROWS * COLUMNS];
    static const long lengths[] = { BN, BN - 1, BN + 4, BN + 1 };
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        long n = lengths[l], m = ROWS - (long)l;
        for (long i = 0; i < m * n; i++)
            x[i] = given(i), z[i] = 77;
        EXPECT(short_rows(m, n, x, z) == 0);
        for (long i = 0; i < m * n; i++)
            EXPECT(z[i] == (n > BN ? 77 : 2 * x[i]));
    }
}

// ---- Numbers of 16, of 32 and of 8 bits in one loop; a row in a tile ----

PL_KERNEL(mix_kernel, PL_REF(const pl_bf16, x, BM, COLUMNS), PL_REF(const int8_t, y, BM, COLUMNS), PL_REF(float, z, BM, COLUMNS))
{
    PL_EACH ((r, BM)) {
        PL_TILE(float, row, COLUMNS);
        float sum = 0;
        PL_EACH ((c, COLUMNS))
            row[c] = pl_to_f32(x[r][c]) + (float)y[r][c];
        PL_REDUCE (sum, PL_ADD, (c, COLUMNS), row[c]);
        PL_EACH ((c, COLUMNS))
            z[r][c] = row[c] + sum;
    }
}

PL_CALL(mix, mix_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, BM))),
        PL_IN (pl_bf16, x, (m, COLUMNS), PL_BLOCKSPEC((BM, COLUMNS), (i, 0))),
        PL_IN (int8_t, y, (m, COLUMNS), PL_BLOCKSPEC((BM, COLUMNS), (i, 0))),
        PL_OUT(float, z, (m, COLUMNS), PL_BLOCKSPEC((BM, COLUMNS), (i, 0))))

TEST(types_of_several_widths)
{
    static pl_bf16 x[ROWS][COLUMNS];
    static int8_t y[ROWS][COLUMNS];
    static float z[ROWS][COLUMNS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            x[r][c] = pl_to_bf16(given(r + c)), y[r][c] = (int8_t)(r - c % 5);
    EXPECT(mix(ROWS - 2, *x, *y, *z) == 0);
    for (int r = 0; r < ROWS - 2; r++) {
        float sum = 0;
        for (int c = 0; c < COLUMNS; c++)
            sum += pl_to_f32(x[r][c]) + (float)y[r][c];
        for (int c = 0; c < COLUMNS; c++)
            EXPECT(z[r][c] == pl_to_f32(x[r][c]) + (float)y[r][c] + sum);
    }
}

// ---- Sums that remain in registers over the steps ----

PL_KERNEL(total_kernel, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_PROGRAM_ID(2) == 0)
        PL_FILL(z, 1);
    PL_EACH ((r, BM), (c, BN))
        z[r][c] += x[r][c];
}

PL_CALL(total, total_kernel, PL_SIZES(steps, m, n),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (k, steps)),
        PL_IN (float, x, (steps, m, n), PL_BLOCKSPEC((PL_NONE, BM, BN), (k, i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(sums_over_steps)
{
    static float x[3 * ROWS * COLUMNS], z[ROWS * COLUMNS];
    static const long widths[] = { COLUMNS, COLUMNS - 8, COLUMNS - 3 };
    for (int w = 0; w < 3; w++) {
        long m = ROWS - w, n = widths[w];
        for (long i = 0; i < 3 * m * n; i++)
            x[i] = given(i);
        EXPECT(total(3, m, n, x, z) == 0);
        for (long i = 0; i < m * n; i++)
            EXPECT(z[i] == 1 + x[i] + x[m * n + i] + x[2 * m * n + i]);
    }
}

// ---- Whole blocks ----

PL_KERNEL(copy_kernel, PL_REF(const int32_t, x, BM, BN), PL_REF(int32_t, y, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_ASSIGN(y, x);
    PL_FILL(z, 3);
}

PL_CALL(copy, copy_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(int32_t, y, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(whole_blocks)
{
    static int32_t x[ROWS * COLUMNS], y[ROWS * COLUMNS];
    static float z[ROWS * COLUMNS];
    static const long widths[] = { COLUMNS, COLUMNS - 4, COLUMNS - 1 };
    for (int w = 0; w < 3; w++) {
        for (long i = 0; i < ROWS * widths[w]; i++)
            x[i] = (int32_t)(i * 3);
        EXPECT(copy(ROWS, widths[w], x, y, z) == 0);
        for (long i = 0; i < ROWS * widths[w]; i++)
            EXPECT(y[i] == (int32_t)(i * 3) && z[i] == 3);
    }
}

// ---- Arrays of one dim: the last vector may be incomplete ----

enum { PART = 1024 };

PL_KERNEL(ramp_kernel, PL_REF(const float, x, PART), PL_REF(const int32_t, t, PART), PL_REF(float, z, PART), PL_REF(float, sum, 1))
{
    float all = 0;
    PL_EACH ((c, PART))
        z[c] = x[c] + (float)(t[c] * c);
    PL_REDUCE (all, PL_ADD, (c, PART), PL_INSIDE(x, c) ? x[c] : 0);
    PL_EACH ((c, PART))
        z[c] *= 2;
    sum[0] = all;
}

PL_CALL(ramp, ramp_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, PART))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PART), (i))),
        PL_IN (int32_t, t, (n), PL_BLOCKSPEC((PART), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((PART), (i))),
        PL_OUT(float, sum, (PL_CDIV(n, PART)), PL_BLOCKSPEC((1), (i))))

PL_KERNEL(whole_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, y, n), PL_REF(float, z, n))
{
    float most = -INFINITY;
    PL_ASSIGN(y, x);
    PL_FILL(z, 3);
    PL_REDUCE (most, PL_MAX, (c, n), y[c]);
    PL_EACH ((c, n))
        z[c] += most - x[c];
}

PL_CALL(whole, whole_kernel, PL_SCALAR(long, n), PL_GRID(),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_FULL), (0))),
        PL_OUT(float, y, (n), PL_BLOCKSPEC((PL_FULL), (0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((PL_FULL), (0))))

// Elements that each iteration reads, and that are written under a condition.
PL_KERNEL(clamp_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, y, n), PL_REF(float, z, n))
{
    PL_EACH ((c, n)) {
        z[c] = y[c] - x[c];
        if (x[c] > 3)
            y[c] = x[c];
        else if (x[c] < -4)
            y[c] += z[c];
        if (z[c] < -2)
            z[c] = -2;
    }
}

PL_CALL(clamp, clamp_kernel, PL_SCALAR(long, n), PL_GRID(),
        PL_IN   (float, x, (n), PL_BLOCKSPEC((PL_FULL), (0))),
        PL_INOUT(float, y, (n), PL_BLOCKSPEC((PL_FULL), (0))),
        PL_OUT  (float, z, (n), PL_BLOCKSPEC((PL_FULL), (0))))

// Loops within each iteration, which read what it wrote; a pointer to an element.
static inline float half_of(const float *x)
{
    return *x / 2;
}

PL_KERNEL(within_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, y, n), PL_REF(float, z, n))
{
    PL_EACH ((c, n)) {
        float s = 0;
        PL_REDUCE (s, PL_ADD, (k, 3), x[c] * (float)k);
        y[c] = s + x[c];
    }
    PL_EACH ((c, n)) {
        float s = 0;
        z[c] = 2 * x[c];
        PL_REDUCE (s, PL_ADD, (k, 3), z[c] * (float)k);
        y[c] += s;
    }
    PL_EACH ((c, n))
        y[c] += x[c] + half_of(&x[c]);
}

PL_CALL(within, within_kernel, PL_SCALAR(long, n), PL_GRID(),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_FULL), (0))),
        PL_OUT(float, y, (n), PL_BLOCKSPEC((PL_FULL), (0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((PL_FULL), (0))))

static void ramp_of(long n, const float *x, const int32_t *t)
{
    static float z[3 * PART], sum[3];
    EXPECT(ramp(n, x, t, z, sum) == 0);
    for (long i = 0; i < n; i++)
        EXPECT(z[i] == 2 * (x[i] + (float)(t[i] * (i % PART))));
    for (long i = 0; i * PART < n; i++) {
        float all = 0;
        for (long c = i * PART; c < n && c < (i + 1) * PART; c++)
            all += x[c];
        EXPECT(sum[i] == all);
    }
}

static void whole_of(long n, const float *x)
{
    static float y[3 * PART], z[3 * PART];
    float most = -INFINITY;
    EXPECT(whole(n, x, y, z) == 0);
    for (long i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    for (long i = 0; i < n; i++)
        EXPECT(y[i] == x[i] && z[i] == 3 + most - x[i]);
}

static void clamp_of(long n, const float *x)
{
    static float y[3 * PART], z[3 * PART];
    for (long i = 0; i < n; i++)
        y[i] = (float)(i % 5);
    EXPECT(clamp(n, x, y, z) == 0);
    for (long i = 0; i < n; i++) {
        float before = (float)(i % 5), difference = before - x[i];
        EXPECT(y[i] == (x[i] > 3 ? x[i] : x[i] < -4 ? before + difference : before));
        EXPECT(z[i] == (difference < -2 ? -2 : difference));
    }
}

static void within_of(long n, const float *x)
{
    static float y[3 * PART], z[3 * PART];
    EXPECT(within(n, x, y, z) == 0);
    for (long i = 0; i < n; i++)
        EXPECT(y[i] == 11.5f * x[i] && z[i] == 2 * x[i]);
}

TEST(arrays_of_any_length)
{
    static float x[3 * PART];
    static int32_t t[3 * PART];
    static const long lengths[] = { 3 * PART, 2 * PART + 514, PART + 3, PART + 1, 999, 5, 4, 3, 1 };
    for (int i = 0; i < 3 * PART; i++)
        x[i] = given(i), t[i] = i % 3;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        ramp_of(lengths[l], x, t);
        whole_of(lengths[l], x);
        clamp_of(lengths[l], x);
        within_of(lengths[l], x);
    }
}

// ---- Blocks whose rows are vectors, next to others: a window that begins at any element, rows of odd length, a condition ----

enum { ODD = BN + 1 };

PL_KERNEL(mixed_kernel, PL_REF(const float, x, BM, BN), PL_REF(const float, y, BM, BN), PL_REF(const float, odd, BM, ODD),
          PL_REF(float, z, BM, BN), PL_REF(float, w, BM, BN))
{
    PL_EACH ((r, BM), (c, BN)) {
        z[r][c] = x[r][c] + odd[r][c];
        w[r][c] = c % 3 ? x[r][c] : 1;
    }
    PL_EACH ((r, BM), (c, 1, BN))
        z[r][c] += y[r][c];
    PL_EACH ((r, BM), (c, 8, BN)) {
        z[r][c] += w[r][c];
        w[r][c] = 0;
    }
}

PL_CALL(mixed, mixed_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, 3)),
        PL_IN (float, x, (3 * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_IN (float, y, (3 * BM, n), PL_BLOCKSPEC((BM, PL_ELEMENT(BN, 0, 0)), (i, 2))),
        PL_IN (float, odd, (3 * BM, ODD), PL_BLOCKSPEC((BM, ODD), (i, 0))),
        PL_OUT(float, z, (3 * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_OUT(float, w, (3 * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))))

TEST(blocks_of_both_kinds)
{
    enum { N = BN + 3 };
    static float x[3 * BM][BN], y[3 * BM][N], odd[3 * BM][ODD], z[3 * BM][BN], w[3 * BM][BN];
    for (int r = 0; r < 3 * BM; r++)
        for (int c = 0; c < N; c++) {
            y[r][c] = given(r + 2 * c);
            if (c < BN)
                x[r][c] = given(3 * r + c);
            if (c < ODD)
                odd[r][c] = given(r - c);
        }
    EXPECT(mixed(N, *x, *y, *odd, *z, *w) == 0);
    for (int r = 0; r < 3 * BM; r++)
        for (int c = 0; c < BN; c++) {
            float second = c % 3 ? x[r][c] : 1, sum = x[r][c] + odd[r][c] + (c >= 1 ? y[r][c + 2] : 0) + (c >= 8 ? second : 0);
            EXPECT(z[r][c] == sum && w[r][c] == (c >= 8 ? 0 : second));
        }
}

// ---- Rows that fill most registers of the work-items ----

enum { LONG = 24576 };

PL_KERNEL(normal_kernel, PL_REF(const float, x, 1, LONG), PL_REF(const float, gain, LONG), PL_REF(float, z, 1, LONG))
{
    PL_EACH ((r, 1)) {
        PL_TILE(float, row, LONG);
        float top = -INFINITY;
        PL_EACH ((c, LONG))
            row[c] = x[r][c] + 1;
        PL_REDUCE (top, PL_MAX, (c, LONG), row[c]);
        PL_EACH ((c, LONG))
            z[r][c] = (row[c] - top) * gain[c];
    }
}

PL_CALL(normal, normal_kernel, PL_SIZES(m), PL_GRID(PL_PARALLEL(i, m)),
        PL_IN (float, x, (m, LONG), PL_BLOCKSPEC((1, LONG), (i, 0))),
        PL_IN (float, gain, (LONG), PL_BLOCKSPEC((LONG), (0))),
        PL_OUT(float, z, (m, LONG), PL_BLOCKSPEC((1, LONG), (i, 0))))

TEST(rows_in_most_registers)
{
    static float x[2][LONG], gain[LONG], z[2][LONG];
    for (int c = 0; c < LONG; c++)
        x[0][c] = given(c), x[1][c] = 2 * given(c + 7), gain[c] = given(2 * c);
    EXPECT(normal(2, *x, gain, *z) == 0);
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < LONG; c++)
            EXPECT(z[r][c] == (x[r][c] - (r ? 22 : 11)) * gain[c]);
}

// ---- Loops over registers alone, between loops over runs of the array; then a copy of the whole block ----

enum { TALL = 8, WIDE = 16 };

PL_KERNEL(raised_kernel, PL_REF(const float, y, TALL, WIDE), PL_REF(float, x, TALL, WIDE))
{
    PL_TILE(float, raised, TALL, WIDE);
    PL_EACH ((r, TALL), (c, WIDE)) {
        raised[r][c] = y[r][c] + 1;
        x[r][c] = y[r][c];
    }
    PL_EACH ((r, TALL), (c, WIDE))
        x[r][c] *= raised[r][c];
    PL_ASSIGN(x, raised);
}

PL_CALL(raise_all, raised_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, TALL))),
        PL_IN (float, y, (m, WIDE), PL_BLOCKSPEC((TALL, WIDE), (i, 0))),
        PL_OUT(float, x, (m, WIDE), PL_BLOCKSPEC((TALL, WIDE), (i, 0))))

TEST(a_block_that_is_assigned_after_loops_over_registers)
{
    static float y[2 * TALL][WIDE], x[2 * TALL][WIDE];
    for (int r = 0; r < 2 * TALL; r++)
        for (int c = 0; c < WIDE; c++)
            y[r][c] = given(r * WIDE + c);
    EXPECT(raise_all(2 * TALL, *y, *x) == 0);
    for (int r = 0; r < 2 * TALL; r++)
        for (int c = 0; c < WIDE; c++)
            EXPECT(x[r][c] == y[r][c] + 1);
}

int main(void)
{
    RUN(arrays_begin_anywhere);
    RUN(rows_of_any_length);
    RUN(rows_are_left_early);
    RUN(types_of_several_widths);
    RUN(sums_over_steps);
    RUN(whole_blocks);
    RUN(arrays_of_any_length);
    RUN(blocks_of_both_kinds);
    RUN(rows_in_most_registers);
    RUN(a_block_that_is_assigned_after_loops_over_registers);
    return test_end();
}
