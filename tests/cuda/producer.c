// producer.c -- PL_DOT that wgmma computes on sm_90a, from slices that a producer fetches by TMA; tests/cuda/producer.sh runs it.
// Values are small integers, so sums are exact in any order.

#include <pallas.h>
#include <stdbool.h>
#include <stdint.h>
#include "../test.h"

enum { BM = 128, BN = 64, BK = 64, HALF = 64, WIDE = 128, WIDEST = 256, THIRDS = 192, DEEP = 128, PARTS = 2, BLOCKS = 3, MOST = 1 << 20 };

static pl_bf16 x[MOST], y[MOST], z[MOST];
static pl_f16 u[MOST], v[MOST];
static float bias[MOST], sums[MOST];
static int8_t left8[MOST], right8[MOST];
static int counts[MOST];
static pl_f8e4m3 u8[MOST];
static pl_f8e5m2 v8[MOST];

static float value(long at, long seed)
{
    return (float)((at * 7 + at / 13 + seed) % 7 - 3);
}

// ---- x y, with a bias and a maximum, in bf16 ----

PL_KERNEL(fused_kernel, PL_REF(const pl_bf16, a, BM, BK), PL_REF(const pl_bf16, b, BK, BN), PL_REF(const float, c, BN),
          PL_REF(pl_bf16, o, BM, BN), PL_REF(float, s, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(s, 0);
    PL_DOT(s, a, b);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (j, BN))
            o[r][j] = pl_to_bf16(PL_MAX(s[r][j] + c[j], 0));
}

PL_CALL(fused, fused_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float, c, (n), PL_BLOCKSPEC((BN), (j))),
        PL_OUT(pl_bf16, o, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))

static void fill(long m, long n, long k)
{
    for (long at = 0; at < m * k; at++)
        x[at] = pl_to_bf16(value(at, 1)), u[at] = pl_to_f16(value(at, 1));
    for (long at = 0; at < k * n; at++)
        y[at] = pl_to_bf16(value(at, 2)), v[at] = pl_to_f16(value(at, 2));
    for (long at = 0; at < n; at++)
        bias[at] = value(at, 4);
}

// The sum of an element, from two operands with these strides.
static float sum_of(long k, long from_x, long step_x, long from_y, long step_y)
{
    float sum = 0;
    for (long l = 0; l < k; l++)
        sum += value(from_x + l * step_x, 1) * value(from_y + l * step_y, 2);
    return sum;
}

// shift: the arrays begin at the second element, where TMA cannot copy from them.
static void try_fused(long m, long n, long k, long shift)
{
    int wrong = 0;
    fill(m, n, k);
    memset(z, 0xff, sizeof z);
    memmove(x + shift, x, (size_t)(m * k) * sizeof *x);
    pl_bf16 *a = pl_alloc((size_t)(m * k + 8) * sizeof *a);
    EXPECT(pl_upload(a + shift, x + shift, (size_t)(m * k) * sizeof *a) == 0);
    EXPECT(fused(m, n, k, a + shift, y, bias, z) == 0);
    pl_free(a);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n && k; c++) {
            float sum = sum_of(k, r * k, 1, c, n) + bias[c];
            wrong += pl_to_f32(z[r * n + c]) != pl_to_f32(pl_to_bf16(sum > 0 ? sum : 0));
        }
    for (long at = k ? m * n : 0; at < MOST; at++)
        wrong += z[at].bits != 0xffff;                  // nothing else is written
    EXPECT(wrong == 0);
}

TEST(one_block)   { try_fused(128, 64, 64, 0); }
TEST(ragged)      { try_fused(130, 72, 8 * 64 + 24, 0); }
TEST(small)       { try_fused(5, 8, 16, 0); }
TEST(no_steps)    { try_fused(128, 64, 0, 0); }
TEST(no_programs) { try_fused(0, 64, 64, 0); }
TEST(odd_rows)    { try_fused(40, 70, 70, 0); }         // of no multiple of 16 bytes
TEST(odd_place)   { try_fused(40, 64, 64, 1); }

// ---- x yᵀ in f16, two slices a step, sums in place ----

PL_KERNEL(turned_kernel, PL_REF(const pl_f16, a, HALF, DEEP), PL_REF(const pl_f16, b, WIDE, DEEP), PL_REF(float, o, HALF, WIDE))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, PL_T(b));
}

PL_CALL(turned, turned_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, WIDE)), (l, PL_CDIV(k, DEEP))),
        PL_IN (pl_f16, a, (m, k), PL_BLOCKSPEC((HALF, DEEP), (i, l), PL_EDGE(0))),
        PL_IN (pl_f16, b, (n, k), PL_BLOCKSPEC((WIDE, DEEP), (j, l), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((HALF, WIDE), (i, j))))

static void try_turned(long m, long n, long k)
{
    int wrong = 0;
    fill(m, n, k);
    EXPECT(turned(m, n, k, u, v, sums) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            wrong += sums[r * n + c] != sum_of(k, r * k, 1, c * k, 1);
    EXPECT(wrong == 0);
}

TEST(turned_ragged) { try_turned(70, 131, 3 * 128 + 8); }
TEST(turned_whole)  { try_turned(64, 128, 512); }

// ---- Three warp groups multiply ----

PL_KERNEL(three_kernel, PL_REF(const pl_bf16, a, THIRDS, BK), PL_REF(const pl_bf16, b, BK, WIDE), PL_REF(float, o, THIRDS, WIDE))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, b);
}

PL_CALL(three, three_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, THIRDS)), (j, PL_CDIV(n, WIDE)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((THIRDS, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (k, n), PL_BLOCKSPEC((BK, WIDE), (l, j), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((THIRDS, WIDE), (i, j))))

TEST(rows_of_192)
{
    const long m = 200, n = 264, k = 7 * 64 + 8;
    int wrong = 0;
    fill(m, n, k);
    EXPECT(three(m, n, k, x, y, sums) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            wrong += sums[r * n + c] != sum_of(k, r * k, 1, c, n);
    EXPECT(wrong == 0);
}

// ---- xᵀ y and xᵀ yᵀ in bf16, in batches; two rows of each part are in one program's block ----

PL_KERNEL(left_kernel, PL_REF(const pl_bf16, a, BK, BM), PL_REF(const pl_bf16, b, BK, WIDE), PL_REF(float, o, BM, WIDE))
{
    PL_WHEN (PL_FIRST(3))
        PL_FILL(o, 0);
    PL_DOT(o, PL_T(a), b);
}

PL_CALL(left, left_kernel, PL_SIZES(p, m, n, k),
        PL_GRID((h, p), (i, PL_CDIV(m, BM)), (j, PL_CDIV(n, WIDE)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (p, k, m), PL_BLOCKSPEC((PL_NONE, BK, BM), (h, l, i), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (p, k, n), PL_BLOCKSPEC((PL_NONE, BK, WIDE), (h, l, j), PL_EDGE(0))),
        PL_OUT(float, o, (p, m, n), PL_BLOCKSPEC((PL_NONE, BM, WIDE), (h, i, j))))

PL_KERNEL(both_kernel, PL_REF(const pl_bf16, a, BK, HALF), PL_REF(const pl_bf16, b, BN, BK), PL_REF(float, o, HALF, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 1);
    PL_DOT(o, PL_T(a), PL_T(b));
}

PL_CALL(both, both_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (k, m), PL_BLOCKSPEC((BK, HALF), (l, i), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((HALF, BN), (i, j))))

TEST(batches)
{
    enum { M = 264, N = 136, K = 328 };
    int wrong = 0;
    fill(M, N, PARTS * K);
    EXPECT(left(PARTS, M, N, K, x, y, sums) == 0);
    for (long p = 0; p < PARTS; p++)
        for (long r = 0; r < M; r++)
            for (long c = 0; c < N; c++)
                wrong += sums[(p * M + r) * N + c] != sum_of(K, p * K * M + r, M, p * K * N + c, N);
    EXPECT(wrong == 0);
}

static void try_both(long m, long n, long k)
{
    int wrong = 0;
    fill(m, n, k);
    EXPECT(both(m, n, k, x, y, sums) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            wrong += sums[r * n + c] != 1 + sum_of(k, r, m, c * k, 1);
    EXPECT(wrong == 0);
}

TEST(both_turned) { try_both(72, 80, 328); }
TEST(many_tiles)  { try_both(10 * 64 + 8, 136, 64); }   // bands of tiles, of which the last is not whole
TEST(odd_tiles)   { try_both(136, 136, 72); }           // three along each axis

// ---- x yᵀ in arrays of rank 5, the most that a tensor map has; a box of y has 256 rows, the most of a box ----

PL_KERNEL(ranks_kernel, PL_REF(const pl_bf16, a, HALF, BK), PL_REF(const pl_bf16, b, WIDEST, BK), PL_REF(float, o, HALF, WIDEST))
{
    PL_WHEN (PL_FIRST(5))
        PL_FILL(o, 0);
    PL_DOT(o, a, PL_T(b));
}

PL_CALL(ranks, ranks_kernel, PL_SIZES(p, q, m, n, k),
        PL_GRID((h, p), (g, q), (f, PARTS), (i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, WIDEST)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (p, q, PARTS, m, k), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, HALF, BK), (h, g, f, i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (p, q, PARTS, n, k), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, WIDEST, BK), (h, g, f, j, l), PL_EDGE(0))),
        PL_OUT(float, o, (p, q, PARTS, m, n), PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_NONE, HALF, WIDEST), (h, g, f, i, j))))

TEST(most_ranks)
{
    enum { P = 2, Q = 1, E = P * Q * PARTS, M = 136, N = 248, K = 6 * BK + 8 };      // N: the box is ragged, too; more steps than stages
    int wrong = 0;
    fill(E * M, E * N, K);
    EXPECT(ranks(P, Q, M, N, K, x, y, sums) == 0);
    for (long e = 0; e < E; e++)
        for (long r = 0; r < M; r++)
            for (long c = 0; c < N; c++)
                wrong += sums[(e * M + r) * N + c] != sum_of(K, (e * M + r) * K, 1, (e * N + c) * K, 1);
    EXPECT(wrong == 0);
}

// ---- Sums that are added to those of the array: nothing is before the loop over the steps, and nothing after it ----

PL_KERNEL(added_kernel, PL_REF(const pl_bf16, a, BM, BK), PL_REF(const pl_bf16, b, BK, BN), PL_REF(float, o, BM, BN))
{
    PL_DOT(o, a, b);
}

PL_CALL(added, added_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN   (pl_bf16, a, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN   (pl_bf16, b, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_INOUT(float, o, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(added_to)
{
    enum { M = 72, N = 136, K = 8 * BK + 8 };      // more steps than stages
    int wrong = 0;
    fill(M, N, K);
    for (long at = 0; at < M * N; at++)
        sums[at] = value(at, 5);
    EXPECT(added(M, N, K, x, y, sums) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            wrong += sums[r * N + c] != value(r * N + c, 5) + sum_of(K, r * K, 1, c, N);
    EXPECT(wrong == 0);
}

// ---- A window that begins before its array: the rows of a are two further down ----

PL_KERNEL(padded_kernel, PL_REF(const pl_bf16, a, HALF, BK), PL_REF(const pl_bf16, b, BK, BN), PL_REF(float, o, HALF, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, b);
}

PL_CALL(padded, padded_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((PL_ELEMENT(HALF, 2, HALF), BK), (i * HALF, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((HALF, BN), (i, j))))

TEST(padded_rows)
{
    enum { M = 130, N = 72, K = 5 * 64 + 24 };
    int wrong = 0;
    fill(M, N, K);
    EXPECT(padded(M, N, K, x, y, sums) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            wrong += sums[r * N + c] != (r < 2 ? 0 : sum_of(K, (r - 2) * K, 1, c, N));
    EXPECT(wrong == 0);
}

// ---- x yᵀ in elements of one byte: int8, and f8 of both kinds ----

PL_KERNEL(bytes_kernel, PL_REF(const int8_t, a, BM, DEEP), PL_REF(const int8_t, b, BN, DEEP), PL_REF(int, o, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, PL_T(b));
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            o[r][c] = 2 * o[r][c] + 1;
}

PL_CALL(bytes, bytes_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, DEEP))),
        PL_IN (int8_t, a, (m, k), PL_BLOCKSPEC((BM, DEEP), (i, l), PL_EDGE(0))),
        PL_IN (int8_t, b, (n, k), PL_BLOCKSPEC((BN, DEEP), (j, l), PL_EDGE(0))),
        PL_OUT(int, o, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

PL_KERNEL(eighths_kernel, PL_REF(const pl_f8e4m3, a, HALF, DEEP), PL_REF(const pl_f8e5m2, b, WIDE, DEEP), PL_REF(float, o, HALF, WIDE))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, PL_T(b));
}

PL_CALL(eighths, eighths_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, WIDE)), (l, PL_CDIV(k, DEEP))),
        PL_IN (pl_f8e4m3, a, (m, k), PL_BLOCKSPEC((HALF, DEEP), (i, l), PL_EDGE(0))),
        PL_IN (pl_f8e5m2, b, (n, k), PL_BLOCKSPEC((WIDE, DEEP), (j, l), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((HALF, WIDE), (i, j))))

TEST(bytes_ragged)
{
    enum { M = 138, N = 136, K = 5 * 128 + 48 };     // three programs along j: one block of a pair has none
    int wrong = 0;
    for (long at = 0; at < M * K; at++)
        left8[at] = (int8_t)(43 * value(at, 1) - (at % 2)), right8[at] = (int8_t)(42 * value(at, 2));
    EXPECT(bytes(M, N, K, left8, right8, counts) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++) {
            int sum = 0;
            for (long l = 0; l < K; l++)
                sum += left8[r * K + l] * right8[c * K + l];
            wrong += counts[r * N + c] != 2 * sum + 1;
        }
    EXPECT(wrong == 0);
}

TEST(eighths_ragged)
{
    enum { M = 130, N = 132, K = 5 * 128 + 16 };
    int wrong = 0;
    for (long at = 0; at < N * K; at++)
        u8[at] = pl_to_f8e4m3(value(at, 1)), v8[at] = pl_to_f8e5m2(value(at, 2));
    EXPECT(eighths(M, N, K, u8, v8, sums) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            wrong += sums[r * N + c] != sum_of(K, r * K, 1, c * K, 1);
    EXPECT(wrong == 0);
}

// ---- The same with rows across the sums: slices are transposed on their way ----

PL_KERNEL(across_kernel, PL_REF(const int8_t, a, BM, DEEP), PL_REF(const int8_t, b, DEEP, WIDE), PL_REF(int, o, BM, WIDE))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, b);
}

PL_CALL(across, across_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, WIDE)), (l, PL_CDIV(k, DEEP))),
        PL_IN (int8_t, a, (m, k), PL_BLOCKSPEC((BM, DEEP), (i, l), PL_EDGE(0))),
        PL_IN (int8_t, b, (k, n), PL_BLOCKSPEC((DEEP, WIDE), (l, j), PL_EDGE(0))),
        PL_OUT(int, o, (m, n), PL_BLOCKSPEC((BM, WIDE), (i, j))))

PL_KERNEL(both_across_kernel, PL_REF(const pl_f8e4m3, a, DEEP, BM), PL_REF(const pl_f8e5m2, b, DEEP, WIDEST), PL_REF(float, o, BM, WIDEST))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, PL_T(a), b);
}

PL_CALL(both_across, both_across_kernel, PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, WIDEST)), (l, PL_CDIV(k, DEEP))),
        PL_IN (pl_f8e4m3, a, (k, m), PL_BLOCKSPEC((DEEP, BM), (l, i), PL_EDGE(0))),
        PL_IN (pl_f8e5m2, b, (k, n), PL_BLOCKSPEC((DEEP, WIDEST), (l, j), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((BM, WIDEST), (i, j))))

TEST(across_ragged)
{
    enum { M = 258, N = 208, K = 5 * 128 + 48 };
    int wrong = 0;
    for (long at = 0; at < N * K; at++)
        left8[at] = (int8_t)(43 * value(at, 1) - (at % 2)), right8[at] = (int8_t)(42 * value(at, 2));
    EXPECT(across(M, N, K, left8, right8, counts) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++) {
            int sum = 0;
            for (long l = 0; l < K; l++)
                sum += left8[r * K + l] * right8[l * N + c];
            wrong += counts[r * N + c] != sum;
        }
    EXPECT(wrong == 0);
}

TEST(both_across_ragged)
{
    enum { M = 272, N = 272, K = 3 * 128 + 5 };
    int wrong = 0;
    for (long at = 0; at < N * K; at++)
        u8[at] = pl_to_f8e4m3(value(at, 1)), v8[at] = pl_to_f8e5m2(value(at, 2));
    EXPECT(both_across(M, N, K, u8, v8, sums) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            wrong += sums[r * N + c] != sum_of(K, r, M, c, N);
    EXPECT(wrong == 0);
}

// ---- Results of several types and widths. Pairs of programs share b, or, with three panels of it, the halves of each ----

PL_KERNEL(thirds_kernel, PL_REF(const pl_bf16, a, BM, BK), PL_REF(const pl_bf16, b, BK, THIRDS), PL_REF(pl_bf16, o, BM, THIRDS),
          PL_REF(float, s, BM, THIRDS))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(s, 0);
    PL_DOT(s, a, b);
    PL_WHEN (PL_LAST(1))
        PL_ASSIGN(o, s);
}

PL_CALL(thirds, thirds_kernel, PL_SIZES(m, k), PL_GRID((i, PL_CDIV(m, BM)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (k, THIRDS), PL_BLOCKSPEC((BK, THIRDS), (l, 0), PL_EDGE(0))),
        PL_OUT(pl_bf16, o, (m, THIRDS), PL_BLOCKSPEC((BM, THIRDS), (i, 0))),
        PL_SCRATCH(float, (BM, THIRDS)))

TEST(one_axis)
{
    enum { M = 4 * BM + 2, K = 72 };
    int wrong = 0;
    fill(M, THIRDS, K);
    EXPECT(thirds(M, K, x, y, z) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < THIRDS; c++)
            wrong += pl_to_f32(z[r * THIRDS + c]) != sum_of(K, r * K, 1, c, THIRDS);
    EXPECT(wrong == 0);
}

PL_KERNEL(twins_kernel, PL_REF(const int8_t, a, HALF, DEEP), PL_REF(const int8_t, b, WIDE, DEEP), PL_REF(const float, c, WIDE),
          PL_REF(int8_t, o, HALF, WIDE), PL_REF(float, f, HALF, WIDE), PL_REF(int, s, HALF, WIDE))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(s, 0);
    PL_DOT(s, a, PL_T(b));
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, HALF), (j, WIDE)) {
            o[r][j] = (int8_t)(s[r][j] % 100);
            f[r][j] = s[r][j] * c[j];
        }
}

PL_CALL(twins, twins_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, WIDE)), (l, PL_CDIV(k, DEEP))),
        PL_IN (int8_t, a, (m, k), PL_BLOCKSPEC((HALF, DEEP), (i, l), PL_EDGE(0))),
        PL_IN (int8_t, b, (n, k), PL_BLOCKSPEC((WIDE, DEEP), (j, l), PL_EDGE(0))),
        PL_IN (float, c, (n), PL_BLOCKSPEC((WIDE), (j))),
        PL_OUT(int8_t, o, (m, n), PL_BLOCKSPEC((HALF, WIDE), (i, j))),
        PL_OUT(float, f, (m, n), PL_BLOCKSPEC((HALF, WIDE), (i, j))),
        PL_SCRATCH(int, (HALF, WIDE)))

// With rows of 131 bytes of o only f has a tensor map, if n is a multiple of 4.
static void try_twins(long m, long n, long k)
{
    static int8_t small[MOST];
    int wrong = 0;
    for (long at = 0; at < m * k; at++)
        left8[at] = (int8_t)(3 * value(at, 1));
    for (long at = 0; at < n * k; at++)
        right8[at] = (int8_t)(2 * value(at, 2));
    for (long at = 0; at < n; at++)
        bias[at] = value(at, 4);
    EXPECT(twins(m, n, k, left8, right8, bias, small, sums) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            int sum = 6 * (int)sum_of(k, r * k, 1, c * k, 1);
            wrong += small[r * n + c] != sum % 100 || sums[r * n + c] != (float)sum * bias[c];
        }
    EXPECT(wrong == 0);
}

TEST(two_results)
{
    try_twins(3 * HALF, 2 * WIDE, 272);
    try_twins(70, 132, 144);
    try_twins(70, 131, 16);
}

// ---- A table says by which matrix each block of rows is multiplied, and where the result is stored ----

PL_KERNEL(experts_kernel, PL_SMEM_REF(const int, t, BLOCKS), PL_REF(const pl_bf16, a, HALF, BK), PL_REF(const pl_bf16, b, BK, BN),
          PL_REF(float, o, HALF, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_DOT(o, a, b);
}

PL_CALL(experts, experts_kernel, PL_SIZES(e, m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_PREFETCH(int, t, (BLOCKS)),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((HALF, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (e, k, n), PL_BLOCKSPEC((PL_NONE, BK, BN), (t[i], l, j), PL_EDGE(0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((HALF, BN), (i, j))))

TEST(tables)
{
    enum { E = 3, M = 150, N = 72, K = 328 };
    int t[BLOCKS] = { 2, 0, 2 }, wrong = 0;
    fill(M, N, E * K);
    EXPECT(experts(E, M, N, K, t, x, y, sums) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            wrong += sums[r * N + c] != sum_of(K, r * K, 1, t[r / HALF] * K * N + c, N);
    EXPECT(wrong == 0);
    t[1] = 3;
    EXPECT(experts(E, M, N, K, t, x, y, sums) != 0);    // reported: no lane waits for the others
}

// ---- Several sequential axes: slices of all steps are fetched ahead ----

PL_KERNEL(nested_kernel, PL_REF(const pl_bf16, a, HALF, BK), PL_REF(const pl_bf16, b, BK, BN), PL_REF(const float, c, BN),
          PL_REF(float, o, HALF, BN), PL_REF(float, s, HALF, BN))
{
    PL_WHEN (PL_FIRST(2) && PL_FIRST(3))
        PL_FILL(s, 0);
    PL_DOT(s, a, b);
    PL_WHEN (PL_LAST(3) && PL_LAST(2))
        PL_EACH ((r, HALF), (j, BN))
            o[r][j] = s[r][j] + c[j] * PL_AXIS(h);
}

PL_CALL(nested, nested_kernel, PL_SIZES(p, m, n, k), PL_GRID((i, PL_CDIV(m, HALF)), (j, PL_CDIV(n, BN)), (h, p), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (p, m, k), PL_BLOCKSPEC((PL_NONE, HALF, BK), (h, i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (p, k, n), PL_BLOCKSPEC((PL_NONE, BK, BN), (h, l, j), PL_EDGE(0))),
        PL_IN (float, c, (n), PL_BLOCKSPEC((BN), (j))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((HALF, BN), (i, j))),
        PL_SCRATCH(float, (HALF, BN)))

static void try_nested(long p, long m, long n, long k)
{
    int wrong = 0;
    fill(m, n, p * k);
    EXPECT(nested(p, m, n, k, x, y, bias, sums) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = bias[c] * (float)(p - 1);
            for (long h = 0; h < p; h++)
                sum += sum_of(k, (h * m + r) * k, 1, h * k * n + c, n);
            wrong += sums[r * n + c] != sum;
        }
    EXPECT(wrong == 0);
}

TEST(nested_axes)
{
    try_nested(3, 72, 80, 2 * BK + 8);
    try_nested(5, 64, 64, BK);
    try_nested(1, 64, 64, 2 * BK);
}

// Steps of the outer axes have results of their own, while the slices of the next are fetched. Tables say where all of them are.
PL_KERNEL(visits_kernel, PL_SMEM_REF(const int, t, BLOCKS), PL_SMEM_REF(const int, to, BLOCKS), PL_REF(const pl_bf16, a, BM, BK),
          PL_REF(const pl_bf16, b, BK, BN), PL_REF(pl_bf16, o, BM, BN), PL_REF(float, s, BM, BN))
{
    PL_WHEN (PL_FIRST(4))
        PL_FILL(s, 0);
    PL_DOT(s, a, b);
    PL_WHEN (PL_LAST(4))
        PL_EACH ((r, BM), (j, BN))
            o[r][j] = pl_to_bf16(s[r][j] + PL_AXIS(g));
}

PL_CALL(visits, visits_kernel, PL_SIZES(e, m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), PL_ARBITRARY(g, PARTS), PL_ARBITRARY(h, BLOCKS), (l, PL_CDIV(k, BK))),
        PL_PREFETCH(int, t, (BLOCKS)),
        PL_PREFETCH(int, to, (BLOCKS)),
        PL_IN (pl_bf16, a, (e, m, k), PL_BLOCKSPEC((PL_NONE, BM, BK), (t[h], i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (e, k, n), PL_BLOCKSPEC((PL_NONE, BK, BN), (t[h] * (1 - g), l, j), PL_EDGE(0))),
        PL_OUT(pl_bf16, o, (PARTS, e, m, n), PL_BLOCKSPEC((PL_NONE, PL_NONE, BM, BN), (g, to[h], i, j))),
        PL_SCRATCH(float, (BM, BN)))

TEST(visits_of_tables)
{
    enum { E = 3, M = 136, N = 72, K = 72 };
    static const int good[BLOCKS] = { 2, 0, 1 }, bad[BLOCKS] = { 0, 1, 3 };
    int wrong = 0;
    fill(E * M, N, E * K);
    EXPECT(visits(E, M, N, K, good, good, x, y, z) == 0);
    for (long g = 0; g < PARTS; g++)
        for (long h = 0; h < E; h++)
            for (long r = 0; r < M; r++)
                for (long c = 0; c < N; c++)
                    wrong += pl_to_f32(z[((g * E + h) * M + r) * N + c]) !=
                             sum_of(K, (h * M + r) * K, 1, (g ? 0 : h) * K * N + c, N) + (float)g;
    EXPECT(wrong == 0);
    EXPECT(visits(E, M, N, K, bad, good, x, y, z) != 0);    // reported, whatever is fetched: no lane waits for the others
    EXPECT(visits(E, M, N, K, good, bad, x, y, z) != 0);
    EXPECT(visits(E, M, N, 0, bad, bad, x, y, z) == 0);     // without steps
}

// ---- A long sum of few tiles: its steps are divided among parts; those of a tile alone have no neighbors ----

PL_CALL(divided, fused_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), PL_REDUCTION(l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float, c, (n), PL_BLOCKSPEC((BN), (j))),
        PL_OUT(pl_bf16, o, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))

PL_KERNEL(tile_kernel, PL_REF(const pl_bf16, a, BM, BK), PL_REF(const pl_bf16, b, BK, BN), PL_REF(float, f, BM, BN))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(f, 0);
    PL_DOT(f, a, b);
}
PL_CALL(tile, tile_kernel, PL_SIZES(m, n, k), PL_GRID(PL_REDUCTION(l, PL_CDIV(k, BK), 3)),
        PL_IN (pl_bf16, a, (m, k), PL_BLOCKSPEC((BM, BK), (0, l), PL_EDGE(0))),
        PL_IN (pl_bf16, b, (k, n), PL_BLOCKSPEC((BK, BN), (l, 0), PL_EDGE(0))),
        PL_OUT(float, f, (m, n), PL_BLOCKSPEC((BM, BN), (0, 0))))

TEST(parts)
{
    enum { M = 140, N = 136, K = 1000 };                 // ragged tiles, and parts of different lengths
    int wrong = 0;
    fill(M, N, K);
    EXPECT(divided(M, N, K, x, y, bias, z) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++) {
            float sum = sum_of(K, r * K, 1, c, N) + bias[c];
            wrong += pl_to_f32(z[r * N + c]) != pl_to_f32(pl_to_bf16(sum > 0 ? sum : 0));
        }
    EXPECT(wrong == 0);
}

TEST(parts_of_tile)
{
    enum { M = 100, N = 40, K = 1464 };                 // parts of more steps than stages
    static float f[M * N];
    int wrong = 0;
    fill(M, N, K);
    EXPECT(tile(M, N, K, x, y, f) == 0);
    for (long r = 0; r < M; r++)
        for (long c = 0; c < N; c++)
            wrong += f[r * N + c] != sum_of(K, r * K, 1, c, N);
    EXPECT(wrong == 0);
}

int main(void)
{
    RUN(one_block);
    RUN(ragged);
    RUN(small);
    RUN(no_steps);
    RUN(no_programs);
    RUN(odd_rows);
    RUN(odd_place);
    RUN(turned_ragged);
    RUN(turned_whole);
    RUN(rows_of_192);
    RUN(batches);
    RUN(both_turned);
    RUN(many_tiles);
    RUN(odd_tiles);
    RUN(most_ranks);
    RUN(added_to);
    RUN(bytes_ragged);
    RUN(eighths_ragged);
    RUN(across_ragged);
    RUN(both_across_ragged);
    RUN(one_axis);
    RUN(two_results);
    RUN(tables);
    RUN(padded_rows);
    RUN(nested_axes);
    RUN(visits_of_tables);
    RUN(parts);
    RUN(parts_of_tile);
    return test_end();
}
