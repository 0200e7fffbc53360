// dot_operands.c -- operands of PL_DOT that are not whole windows: planes and rows of a window, tiles that the kernel computes,
// windows that other statements read, too. Values are small integers, so sums are exact in any order.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { H = 2, M = 32, N = 16, K = 48 };                 // of a block; K is not a multiple of the depth of two fragments

static float value(long a, long b, long c)
{
    return (float)((a * 5 + b * 7 + c * 3) % 9 - 4);
}

static void fill(float *to, long planes, long rows, long columns, long seed)
{
    for (long i = 0; i < planes * rows * columns; i++)
        to[i] = value(i / (rows * columns) + seed, i / columns % rows, i % columns);
}

// Converts to bf16, which has these values, too.
static void narrow(pl_bf16 *to, const float *from, long count)
{
    for (long i = 0; i < count; i++)
        to[i] = pl_to_bf16(from[i]);
}

// Element (r, c) of a product. The strides of x are those of its rows and its depth, those of y of its depth and its columns.
static float product(const float *x, long x_row, long x_deep, const float *y, long y_deep, long y_column, long depth, long r,
                     long c)
{
    float sum = 0;
    for (long l = 0; l < depth; l++)
        sum += x[r * x_row + l * x_deep] * y[l * y_deep + c * y_column];
    return sum;
}

enum { MOST_M = 70, MOST_N = 40, MOST_K = 112 };
static float x_values[H * MOST_M * MOST_K], y_values[H * MOST_K * MOST_N], found[H * MOST_M * MOST_N];
static pl_bf16 x_narrow[H * MOST_M * MOST_K], y_narrow[H * MOST_K * MOST_N];

// ---- Planes of windows, over the steps of a sequential axis, at the edge of the array; one is transposed ----

PL_KERNEL(planes_kernel, PL_REF(const pl_bf16, x, H, M, K), PL_REF(const pl_bf16, y, H, N, K), PL_REF(float, z, H, M, N))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 1);
    for (int h = 0; h < H; h++) {
        PL_VIEW(const pl_bf16, left, x[h], M, K);
        PL_VIEW(const pl_bf16, right, y[h], N, K);
        PL_VIEW(float, part, z[h], M, N);
        PL_DOT(part, left, PL_T(right));
    }
}

PL_CALL(planes, planes_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, M)), (j, PL_CDIV(n, N)), (l, PL_CDIV(k, K))),
        PL_IN (pl_bf16, x, (H, m, k), PL_BLOCKSPEC((H, M, K), (0, i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (H, n, k), PL_BLOCKSPEC((H, N, K), (0, j, l), PL_EDGE(0))),
        PL_OUT(float, z, (H, m, n), PL_BLOCKSPEC((H, M, N), (0, i, j))))

static void try_planes(long m, long n, long k)
{
    fill(x_values, H, m, k, 1);
    fill(y_values, H, n, k, 2);
    narrow(x_narrow, x_values, H * m * k);
    narrow(y_narrow, y_values, H * n * k);
    EXPECT(planes(m, n, k, x_narrow, y_narrow, found) == 0);
    int wrong = 0;
    for (long h = 0; h < H; h++)
        for (long r = 0; r < m; r++)
            for (long c = 0; c < n; c++)
                wrong += found[(h * m + r) * n + c] !=
                         1 + product(x_values + h * m * k, k, 1, y_values + h * n * k, 1, k, k, r, c);
    EXPECT(wrong == 0);
}

TEST(planes_of_windows)
{
    try_planes(2 * M, 2 * N, 2 * K);
    try_planes(MOST_M, MOST_N, MOST_K);
    try_planes(51, 23, 77);
}

// ---- Rows of a window, a view of a view, and a view whose place changes after its declaration ----

PL_KERNEL(rows_kernel, PL_REF(const pl_f16, x, 3, 2 * M, 16), PL_REF(const pl_f16, w, 3, 2 * M, 16),
          PL_REF(const pl_f16, y, 32, N), PL_REF(float, z, 3, M, N))
{
    PL_FILL(z, 0);
    PL_VIEW(const pl_f16, planes, x[1], 2 * M, 16);
    PL_VIEW(const pl_f16, lower, &planes[M], M, 16);
    PL_VIEW(const pl_f16, top, y, 16, N);
    PL_VIEW(const pl_f16, bottom, y + 16, 16, N);
    PL_VIEW(float, first, z[0], M, N);
    PL_VIEW(float, second, z[1], M, N);
    PL_VIEW(float, third, z[2], M, N);
    PL_DOT(first, lower, top);
    PL_DOT(second, lower, bottom);
    int from = M;
    PL_VIEW(const pl_f16, moved, &w[0][from], M, 16);
    from = 0;
    PL_DOT(third, moved, top);
    PL_EACH ((r, M), (c, N))
        z[2][r][c] += (float)from;
}

PL_CALL(rows, rows_kernel, PL_SIZES(m, n), PL_GRID((j, PL_CDIV(n, N))),
        PL_IN (pl_f16, x, (3, m, 16), PL_BLOCKSPEC((3, 2 * M, 16), (0, 0, 0), PL_EDGE(0))),
        PL_IN (pl_f16, w, (3, m, 16), PL_BLOCKSPEC((3, 2 * M, 16), (0, 0, 0), PL_EDGE(0))),
        PL_IN (pl_f16, y, (32, n), PL_BLOCKSPEC((32, N), (0, j), PL_EDGE(0))),
        PL_OUT(float, z, (3, M, n), PL_BLOCKSPEC((3, M, N), (0, 0, j))))

static void try_rows(long m, long n)
{
    static pl_f16 x[3 * 2 * M * 16], y[32 * MOST_N];
    fill(x_values, 3, m, 16, 3);
    fill(y_values, 1, 32, n, 4);
    for (long i = 0; i < 3 * m * 16; i++)
        x[i] = pl_to_f16(x_values[i]);
    for (long i = 0; i < 32 * n; i++)
        y[i] = pl_to_f16(y_values[i]);
    EXPECT(rows(m, n, x, x, y, found) == 0);
    int wrong = 0;
    for (long r = 0; r < M; r++)
        for (long c = 0; c < n; c++) {
            bool inside = r + M < m;
            const float *lower = x_values + (m + M) * 16, *moved = x_values + M * 16;
            wrong += found[r * n + c] != (inside ? product(lower, 16, 1, y_values, n, 1, 16, r, c) : 0);
            wrong += found[(M + r) * n + c] != (inside ? product(lower, 16, 1, y_values + 16 * n, n, 1, 16, r, c) : 0);
            wrong += found[(2 * M + r) * n + c] != (inside ? product(moved, 16, 1, y_values, n, 1, 16, r, c) : 0);
        }
    EXPECT(wrong == 0);
}

TEST(rows_of_windows)
{
    try_rows(2 * M, 2 * N);
    try_rows(M + 9, N + 5);
}

// ---- Attention with several heads in a block: q stays while keys go by, and p is computed ----

enum { Q = 16, KEYS = 32, D = 16 };

PL_KERNEL(attention_kernel, PL_REF(const pl_bf16, q, H, Q, D), PL_REF(const pl_bf16, k, H, KEYS, D),
          PL_REF(const pl_bf16, v, H, KEYS, D), PL_REF(float, o, H, Q, D))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(o, 0);
    for (int h = 0; h < H; h++) {
        PL_TILE(float, score, Q, KEYS);
        PL_TILE(pl_bf16, p, Q, KEYS);
        PL_VIEW(const pl_bf16, queries, q[h], Q, D);
        PL_VIEW(const pl_bf16, keys, k[h], KEYS, D);
        PL_VIEW(const pl_bf16, values, v[h], KEYS, D);
        PL_VIEW(float, sum, o[h], Q, D);
        PL_FILL(score, 0);
        PL_DOT(score, queries, PL_T(keys));
        PL_EACH ((r, Q), (c, KEYS))
            p[r][c] = pl_to_bf16(score[r][c] > 3 ? 2.0f : score[r][c] < -3 ? -1.0f : 0.0f);
        PL_DOT(sum, p, values);
    }
}

PL_CALL(attention, attention_kernel, PL_SIZES(length), PL_GRID((i, PL_CDIV(length, Q)), (j, PL_CDIV(length, KEYS))),
        PL_IN (pl_bf16, q, (H, length, D), PL_BLOCKSPEC((H, Q, D), (0, i, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, k, (H, length, D), PL_BLOCKSPEC((H, KEYS, D), (0, j, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, v, (H, length, D), PL_BLOCKSPEC((H, KEYS, D), (0, j, 0), PL_EDGE(0))),
        PL_OUT(float, o, (H, length, D), PL_BLOCKSPEC((H, Q, D), (0, i, 0))))

// The same with weights in float, which matrix instructions do not multiply.
PL_KERNEL(wide_kernel, PL_REF(const pl_bf16, q, Q, D), PL_REF(const pl_bf16, k, KEYS, D), PL_REF(const pl_bf16, v, KEYS, D),
          PL_REF(float, o, Q, D))
{
    PL_TILE(float, p, Q, KEYS);
    PL_WHEN (PL_FIRST(2))
        PL_FILL(o, 0);
    PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_EACH ((r, Q), (c, KEYS))
        p[r][c] = p[r][c] > 3 ? 2.0f : p[r][c] < -3 ? -1.0f : 0.0f;
    PL_DOT(o, p, v);
}

PL_CALL(wide, wide_kernel, PL_SIZES(length), PL_GRID((h, H), (i, PL_CDIV(length, Q)), (j, PL_CDIV(length, KEYS))),
        PL_IN (pl_bf16, q, (H, length, D), PL_BLOCKSPEC((PL_NONE, Q, D), (h, i, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, k, (H, length, D), PL_BLOCKSPEC((PL_NONE, KEYS, D), (h, j, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, v, (H, length, D), PL_BLOCKSPEC((PL_NONE, KEYS, D), (h, j, 0), PL_EDGE(0))),
        PL_OUT(float, o, (H, length, D), PL_BLOCKSPEC((PL_NONE, Q, D), (h, i, 0))))

static int count_wrong_heads(const float *o, const float *q, const float *k, const float *v, long length)
{
    int wrong = 0;
    for (long r = 0; r < H * length; r++)
        for (long c = 0; c < D; c++) {
            long first = r / length * length;
            float sum = 0;
            for (long j = first; j < first + length; j++) {
                float score = product(q, D, 1, k + j * D, 1, D, D, r, 0);
                sum += (score > 3 ? 2.0f : score < -3 ? -1.0f : 0.0f) * v[j * D + c];
            }
            wrong += o[r * D + c] != sum;
        }
    return wrong;
}

static void try_attention(long length)
{
    enum { MOST = H * 80 * D };
    static float q[MOST], k[MOST], v[MOST];
    static pl_bf16 q_narrow[MOST], k_narrow[MOST], v_narrow[MOST];
    fill(q, H, length, D, 5);
    fill(k, H, length, D, 6);
    fill(v, H, length, D, 7);
    narrow(q_narrow, q, H * length * D);
    narrow(k_narrow, k, H * length * D);
    narrow(v_narrow, v, H * length * D);
    EXPECT(attention(length, q_narrow, k_narrow, v_narrow, found) == 0);
    EXPECT(count_wrong_heads(found, q, k, v, length) == 0);
    EXPECT(wide(length, q_narrow, k_narrow, v_narrow, found) == 0);
    EXPECT(count_wrong_heads(found, q, k, v, length) == 0);
}

TEST(computed_weights)
{
    try_attention(64);
    try_attention(45);
}

// ---- Windows that another statement reads, too; a block that the kernel changes before it multiplies it ----

PL_KERNEL(also_read_kernel, PL_REF(const pl_bf16, x, M, 32), PL_REF(pl_bf16, y, 32, N), PL_REF(float, z, M, N),
          PL_REF(float, edge, M))
{
    PL_EACH ((r, M)) {                                  // neighbors of the elements: a copy pays
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, 31), pl_to_f32(x[r][c]) * pl_to_f32(x[r][c + 1]));
        edge[r] = sum;
    }
    PL_EACH ((l, 32), (c, N))
        y[l][c] = pl_to_bf16(-pl_to_f32(y[l][c]));
    PL_FILL(z, 2);
    PL_DOT(z, x, y);
}

PL_CALL(also_read, also_read_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, M)), (j, PL_CDIV(n, N))),
        PL_IN   (pl_bf16, x, (m, 32), PL_BLOCKSPEC((M, 32), (i, 0), PL_EDGE(0))),
        PL_INOUT(pl_bf16, y, (PL_CDIV(m, M), 32, n), PL_BLOCKSPEC((PL_NONE, 32, N), (i, 0, j))),
        PL_OUT  (float, z, (m, n), PL_BLOCKSPEC((M, N), (i, j))),
        PL_OUT  (float, edge, (PL_CDIV(n, N), m), PL_BLOCKSPEC((PL_NONE, M), (j, i))))

TEST(read_by_others)
{
    enum { ROWS = 50, COLUMNS = 24, PARTS = 2 };
    static float edge[2 * ROWS];
    fill(x_values, 1, ROWS, 32, 8);
    fill(y_values, PARTS, 32, COLUMNS, 9);
    narrow(x_narrow, x_values, ROWS * 32);
    narrow(y_narrow, y_values, PARTS * 32 * COLUMNS);
    EXPECT(also_read(ROWS, COLUMNS, x_narrow, y_narrow, found, edge) == 0);
    int wrong = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++)
            wrong += found[r * COLUMNS + c] !=
                     2 - product(x_values, 32, 1, y_values + r / M * 32 * COLUMNS, COLUMNS, 1, 32, r, c);
        float sum = 0;
        for (int c = 0; c < 31; c++)
            sum += x_values[r * 32 + c] * x_values[r * 32 + c + 1];
        wrong += edge[r] != sum || edge[ROWS + r] != sum;
    }
    for (int i = 0; i < PARTS * 32 * COLUMNS; i++)
        wrong += pl_to_f32(y_narrow[i]) != -y_values[i];
    EXPECT(wrong == 0);
}

// ---- Both operands are computed: a tile, and scratch, of three dims, that is kept from step to step ----

PL_KERNEL(computed_kernel, PL_REF(const float, x, M, 32), PL_REF(const float, y, 32, N), PL_REF(float, z, M, N),
          PL_REF(pl_bf16, kept, 1, 32, N))
{
    PL_TILE(pl_bf16, left, 32, M);
    PL_TILE(float, sum, M, N);
    PL_VIEW(pl_bf16, right, kept[0], 32, N);
    PL_WHEN (PL_FIRST(0))
        PL_EACH ((l, 32), (c, N))
            right[l][c] = pl_to_bf16(y[l][c]);
    PL_EACH ((l, 32), (r, M))
        left[l][r] = pl_to_bf16(x[r][l]);
    PL_FILL(sum, 0);
    PL_DOT(sum, PL_T(left), right);
    PL_ASSIGN(z, sum);
}

PL_CALL(computed, computed_kernel, PL_SIZES(m), PL_GRID(PL_ARBITRARY(i, PL_CDIV(m, M))),
        PL_IN (float, x, (m, 32), PL_BLOCKSPEC((M, 32), (i, 0), PL_EDGE(0))), PL_IN(float, y, (32, N), PL_WHOLE),
        PL_OUT(float, z, (m, N), PL_BLOCKSPEC((M, N), (i, 0))), PL_SCRATCH(pl_bf16, (1, 32, N)))

TEST(both_computed)
{
    enum { ROWS = 70 };
    fill(x_values, 1, ROWS, 32, 10);
    fill(y_values, 1, 32, N, 11);
    EXPECT(computed(ROWS, x_values, y_values, found) == 0);
    int wrong = 0;
    for (int i = 0; i < ROWS * N; i++)
        wrong += found[i] != product(x_values, 32, 1, y_values, N, 1, 32, i / N, i % N);
    EXPECT(wrong == 0);
}

// ---- A dropped dim after the last one: neighbors are apart in memory, and no piece of a line can be copied ----

PL_KERNEL(apart_kernel, PL_REF(const pl_bf16, x, M, 16), PL_REF(const pl_bf16, y, 16, N), PL_REF(float, z, M, N))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(apart, apart_kernel, PL_SIZES(h), PL_GRID((i, h)),
        PL_IN (pl_bf16, x, (M, 16, h), PL_BLOCKSPEC((M, 16, PL_NONE), (0, 0, i))), PL_IN(pl_bf16, y, (16, N), PL_WHOLE),
        PL_OUT(float, z, (h, M, N), PL_BLOCKSPEC((PL_NONE, M, N), (i, 0, 0))))

TEST(neighbors_apart)
{
    enum { PLANES = 8 };
    static float z[PLANES * M * N];
    fill(x_values, M, 16, PLANES, 12);
    fill(y_values, 1, 16, N, 13);
    narrow(x_narrow, x_values, M * 16 * PLANES);
    narrow(y_narrow, y_values, 16 * N);
    EXPECT(apart(PLANES, x_narrow, y_narrow, z) == 0);
    int wrong = 0;
    for (int h = 0; h < PLANES; h++)
        for (int i = 0; i < M * N; i++)
            wrong += z[h * M * N + i] != product(x_values + h, 16 * PLANES, PLANES, y_values, N, 1, 16, i / N, i % N);
    EXPECT(wrong == 0);
}

// ---- Every second row of an array: lines begin at multiples of 16 bytes, but end in the middle of a piece ----

PL_KERNEL(ends_kernel, PL_REF(const pl_bf16, x, M, 16), PL_REF(const pl_bf16, y, 16, N), PL_REF(float, z, M, N))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(ends, ends_kernel, PL_SIZES(m, n, k), PL_GRID((h, 2), (l, PL_CDIV(k, 16))),
        PL_IN (pl_bf16, x, (m, 2, k), PL_BLOCKSPEC((M, PL_NONE, 16), (0, h, l), PL_EDGE(pl_to_bf16(0)))),
        PL_IN (pl_bf16, y, (k, 2, n), PL_BLOCKSPEC((16, PL_NONE, N), (l, h, 0), PL_EDGE(pl_to_bf16(0)))),
        PL_OUT(float, z, (2, m, n), PL_BLOCKSPEC((PL_NONE, M, N), (h, 0, 0))))

PL_KERNEL(float_ends_kernel, PL_REF(const float, x, M, 16), PL_REF(const float, y, 16, N), PL_REF(float, z, M, N))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(float_ends, float_ends_kernel, PL_SIZES(m, n, k), PL_GRID((h, 2), (l, PL_CDIV(k, 16))),
        PL_IN (float, x, (m, 2, k), PL_BLOCKSPEC((M, PL_NONE, 16), (0, h, l), PL_EDGE(0))),
        PL_IN (float, y, (k, 2, n), PL_BLOCKSPEC((16, PL_NONE, N), (l, h, 0), PL_EDGE(0))),
        PL_OUT(float, z, (2, m, n), PL_BLOCKSPEC((PL_NONE, M, N), (h, 0, 0))))

static void expect_ends(long m, long n, long k)
{
    int wrong = 0;
    for (long h = 0; h < 2; h++)
        for (long i = 0; i < m * n; i++)
            wrong += found[h * m * n + i] != product(x_values + h * k, 2 * k, 1, y_values + h * n, 2 * n, 1, k, i / n, i % n);
    EXPECT(wrong == 0);
}

TEST(ends_within_a_piece)
{
    for (long k = 18; k <= 40; k += 2) {
        long m = M - k % 3, n = N - k % 8;
        fill(x_values, m, 2, k, k);
        fill(y_values, k, 2, n, k + 1);
        narrow(x_narrow, x_values, m * 2 * k);
        narrow(y_narrow, y_values, k * 2 * n);
        EXPECT(ends(m, n, k, x_narrow, y_narrow, found) == 0);
        expect_ends(m, n, k);
        EXPECT(float_ends(m, n, k, x_values, y_values, found) == 0);
        expect_ends(m, n, k);
    }
}

// ---- Lines of floats and of integers, in every arrangement ----

enum { A = 24, B = 40, DEEP = 32 };

PL_KERNEL(lines_kernel, PL_REF(const float, x, H, A, DEEP), PL_REF(const float, y, H, DEEP, B),
          PL_REF(const int32_t, u, DEEP, A), PL_REF(const int32_t, w, B, DEEP), PL_REF(float, z, A, B), PL_REF(int32_t, turned, A, B))
{
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(z, 0);
        PL_FILL(turned, 0);
    }
    for (int h = 0; h < H; h++) {
        PL_VIEW(const float, left, x[h], A, DEEP);
        PL_VIEW(const float, right, y[h], DEEP, B);
        PL_DOT(z, left, right);
    }
    PL_DOT(turned, PL_T(u), PL_T(w));
}

PL_CALL(lines, lines_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, A)), (j, PL_CDIV(n, B)), (l, PL_CDIV(k, DEEP))),
        PL_IN (float, x, (H, m, k), PL_BLOCKSPEC((H, A, DEEP), (0, i, l), PL_EDGE(0))),
        PL_IN (float, y, (H, k, n), PL_BLOCKSPEC((H, DEEP, B), (0, l, j), PL_EDGE(0))),
        PL_IN (int32_t, u, (k, m), PL_BLOCKSPEC((DEEP, A), (l, i), PL_EDGE(0))),
        PL_IN (int32_t, w, (n, k), PL_BLOCKSPEC((B, DEEP), (j, l), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((A, B), (i, j))), PL_OUT(int32_t, turned, (m, n), PL_BLOCKSPEC((A, B), (i, j))))

static void try_lines(long m, long n, long k)
{
    static int32_t u[MOST_M * MOST_K], w[MOST_N * MOST_K], turned[MOST_M * MOST_N];
    fill(x_values, H, m, k, 14);
    fill(y_values, H, k, n, 15);
    for (long i = 0; i < k * m; i++)
        u[i] = (int32_t)(i % 7 - 3);
    for (long i = 0; i < n * k; i++)
        w[i] = (int32_t)(i % 5 - 2);
    EXPECT(lines(m, n, k, x_values, y_values, u, w, found, turned) == 0);
    int wrong = 0;
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            int32_t sum = 0;
            for (long l = 0; l < k; l++)
                sum += u[l * m + r] * w[c * k + l];
            wrong += turned[r * n + c] != sum;
            wrong += found[r * n + c] != product(x_values, k, 1, y_values, n, 1, k, r, c) +
                                             product(x_values + m * k, k, 1, y_values + k * n, n, 1, k, r, c);
        }
    EXPECT(wrong == 0);
}

TEST(lines_of_four_bytes)
{
    try_lines(2 * A, MOST_N, 2 * DEEP);
    try_lines(2 * A, 37, 64);
    try_lines(31, 36, 71);
}

int main(void)
{
    RUN(planes_of_windows);
    RUN(rows_of_windows);
    RUN(computed_weights);
    RUN(read_by_others);
    RUN(both_computed);
    RUN(neighbors_apart);
    RUN(ends_within_a_piece);
    RUN(lines_of_four_bytes);
    return test_end();
}
