// neighbors.c -- loops along rows, whose neighboring elements a target may load and store at once: rows of whole vectors and
// others, arrays that begin at any element, types of several widths, blocks that extend past the array.

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

int main(void)
{
    RUN(arrays_begin_anywhere);
    RUN(rows_of_any_length);
    RUN(types_of_several_widths);
    RUN(sums_over_steps);
    RUN(whole_blocks);
    return test_end();
}
