// matrix_units.c -- PL_DOT of 16-bit floats and bytes in blocks that matrix instructions support, and uses of the sums: row by
// row, with neighbors, in other types. Values are small integers, so sums are exact in any order.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { BM = 64, BN = 48, BK = 64, SLICE = 32, DEEP = 160, MOST = 128 };       // depths of two slices, one, and five

static float value(long r, long c, long seed)
{
    return (float)((r * 7 + c * 3 + seed) % 11 - 5);
}

// ---- Plain, in sizes whose rows begin at multiples of 16 bytes, and in others ----

PL_KERNEL(plain_kernel, PL_REF(const pl_bf16, x, BM, BK), PL_REF(const pl_bf16, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 1);
    PL_DOT(z, x, y);
}

PL_CALL(plain, plain_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static void try_plain(long m, long n, long k)
{
    static pl_bf16 x[MOST * MOST], y[MOST * MOST];
    static float z[MOST * MOST];
    for (long r = 0; r < m; r++)
        for (long l = 0; l < k; l++)
            x[r * k + l] = pl_to_bf16(value(r, l, 1));
    for (long l = 0; l < k; l++)
        for (long c = 0; c < n; c++)
            y[l * n + c] = pl_to_bf16(value(l, c, 2));
    EXPECT(plain(m, n, k, x, y, z) == 0);
    int wrong = 0;
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = 1;
            for (long l = 0; l < k; l++)
                sum += value(r, l, 1) * value(l, c, 2);
            wrong += z[r * n + c] != sum;
        }
    EXPECT(wrong == 0);
}

TEST(sizes)
{
    try_plain(128, 96, 128);
    try_plain(70, 56, 40);
    try_plain(64, 51, 69);
}

// ---- Transposed operands, of f16; the sums start at zero in a tile ----

PL_KERNEL(turned_kernel, PL_REF(const pl_f16, x, SLICE, BM), PL_REF(const pl_f16, y, BN, SLICE), PL_REF(pl_f16, z, BM, BN))
{
    PL_TILE(float, sum, BM, BN);
    PL_FILL(sum, 0);
    PL_DOT(sum, PL_T(x), PL_T(y));
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = pl_to_f16(sum[r][c]);
}

PL_CALL(turned, turned_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (pl_f16, x, (SLICE, m), PL_BLOCKSPEC((SLICE, BM), (0, i), PL_EDGE(0))),
        PL_IN (pl_f16, y, (n, SLICE), PL_BLOCKSPEC((BN, SLICE), (j, 0), PL_EDGE(0))),
        PL_OUT(pl_f16, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static void try_turned(long m, long n)
{
    static pl_f16 x[SLICE * MOST], y[MOST * SLICE], z[MOST * MOST];
    for (long l = 0; l < SLICE; l++) {
        for (long r = 0; r < m; r++)
            x[l * m + r] = pl_to_f16(value(r, l, 3));
        for (long c = 0; c < n; c++)
            y[c * SLICE + l] = pl_to_f16(value(l, c, 4));
    }
    EXPECT(turned(m, n, x, y, z) == 0);
    int wrong = 0;
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = 0;
            for (long l = 0; l < SLICE; l++)
                sum += value(r, l, 3) * value(l, c, 4);
            wrong += pl_to_f32(z[r * n + c]) != sum;
        }
    EXPECT(wrong == 0);
}

TEST(transposed)
{
    try_turned(128, 96);
    try_turned(67, 50);
}

// ---- Uses of the sums: a number for each row, neighbors, and sums that continue ----

PL_KERNEL(rows_kernel, PL_REF(const pl_bf16, x, BM, DEEP), PL_REF(const pl_bf16, y, DEEP, BN), PL_REF(float, top, BM),
          PL_REF(float, z, BM, BN))
{
    PL_TILE(float, sum, BM, BN);
    PL_TILE(float, shown, BM, BN);
    PL_FILL(sum, 2);
    PL_DOT(sum, x, y);
    PL_DOT(sum, x, y);
    PL_EACH ((r, BM)) {
        float most = -1e6f;
        PL_REDUCE (most, PL_MAX, (c, BN), sum[r][c]);
        top[r] = most;
        PL_EACH ((c, BN))
            shown[r][c] = most - sum[r][c];
    }
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = shown[r][c] + 1000 * shown[r][BN - 1 - c];
}

PL_CALL(rows, rows_kernel, PL_GRID(),
        PL_IN (pl_bf16, x, (BM, DEEP), PL_WHOLE), PL_IN (pl_bf16, y, (DEEP, BN), PL_WHOLE),
        PL_OUT(float, top, (BM), PL_WHOLE), PL_OUT(float, z, (BM, BN), PL_WHOLE))

TEST(rows_and_neighbours)
{
    static pl_bf16 x[BM][DEEP], y[DEEP][BN];
    static float sum[BM][BN], top[BM], z[BM][BN];
    for (int r = 0; r < BM; r++)
        for (int l = 0; l < DEEP; l++)
            x[r][l] = pl_to_bf16(value(r, l, 5));
    for (int l = 0; l < DEEP; l++)
        for (int c = 0; c < BN; c++)
            y[l][c] = pl_to_bf16(value(l, c, 6));
    EXPECT(rows(*x, *y, top, *z) == 0);
    for (int r = 0; r < BM; r++) {
        float most = -1e6f;
        for (int c = 0; c < BN; c++) {
            sum[r][c] = 2;
            for (int l = 0; l < DEEP; l++)
                sum[r][c] += 2 * value(r, l, 5) * value(l, c, 6);
            most = sum[r][c] > most ? sum[r][c] : most;
        }
        EXPECT(top[r] == most);
        int wrong = 0;
        for (int c = 0; c < BN; c++)
            wrong += z[r][c] != most - sum[r][c] + 1000 * (most - sum[r][BN - 1 - c]);
        EXPECT(wrong == 0);
    }
}

// ---- x yᵀ of int8, with sums in int; values of both signs up to the ends of the type ----

PL_KERNEL(bytes_kernel, PL_REF(const int8_t, x, BM, BK), PL_REF(const int8_t, y, BN, BK), PL_REF(int, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, -1);
    PL_DOT(z, x, PL_T(y));
}

PL_CALL(bytes, bytes_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (int8_t, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (int8_t, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(int, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// The same in blocks of a batch, which are whole, with a depth that is one slice; what follows reads the sums.
PL_KERNEL(scaled_kernel, PL_REF(const int8_t, x, BM, SLICE), PL_REF(const int8_t, y, BN, SLICE), PL_REF(float, z, BM, BN))
{
    PL_TILE(int, sum, BM, BN);
    PL_FILL(sum, 0);
    PL_DOT(sum, x, PL_T(y));
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = 0.5f * (float)sum[r][c];
}

PL_CALL(scaled, scaled_kernel, PL_SIZES(b), PL_GRID((h, b)),
        PL_IN (int8_t, x, (b, BM, SLICE), PL_BLOCKSPEC((PL_NONE, BM, SLICE), (h, 0, 0))),
        PL_IN (int8_t, y, (b, BN, SLICE), PL_BLOCKSPEC((PL_NONE, BN, SLICE), (h, 0, 0))),
        PL_OUT(float, z, (b, BM, BN), PL_BLOCKSPEC((PL_NONE, BM, BN), (h, 0, 0))))

static int8_t byte(long at, long seed)
{
    return (int8_t)((at * 37 + at / 11 + seed) % 256 - 128);
}

static int sum_of_bytes(long r, long c, long k)
{
    int sum = 0;
    for (long l = 0; l < k; l++)
        sum += byte(r * k + l, 1) * byte(c * k + l, 2);
    return sum;
}

static void try_bytes(long m, long n, long k)
{
    static int8_t x[MOST * 3 * MOST], y[MOST * 3 * MOST];
    static int z[MOST * MOST];
    int wrong = 0;
    for (long at = 0; at < MOST * 3 * MOST; at++)
        x[at] = byte(at, 1), y[at] = byte(at, 2);
    EXPECT(bytes(m, n, k, x, y, z) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            wrong += z[r * n + c] != sum_of_bytes(r, c, k) - 1;
    EXPECT(wrong == 0);
}

TEST(of_bytes)
{
    try_bytes(128, 96, 3 * BK);
    try_bytes(70, 56, 48);
    try_bytes(64, 51, 5 * BK + 5);
}

TEST(scaled_bytes)
{
    enum { B = 2 };
    static int8_t x[B][BM][SLICE], y[B][BN][SLICE];
    static float z[B][BM][BN];
    int wrong = 0;
    for (long at = 0; at < B * BM * SLICE; at++)
        (&x[0][0][0])[at] = byte(at, 1);
    for (long at = 0; at < B * BN * SLICE; at++)
        (&y[0][0][0])[at] = byte(at, 2);
    EXPECT(scaled(B, **x, **y, **z) == 0);
    for (long h = 0; h < B; h++)
        for (long r = 0; r < BM; r++)
            for (long c = 0; c < BN; c++)
                wrong += z[h][r][c] != 0.5f * (float)sum_of_bytes(h * BM + r, h * BN + c, SLICE);
    EXPECT(wrong == 0);
}

int main(void)
{
    RUN(sizes);
    RUN(transposed);
    RUN(rows_and_neighbours);
    RUN(of_bytes);
    RUN(scaled_bytes);
    return test_end();
}
