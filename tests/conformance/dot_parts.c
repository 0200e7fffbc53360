// dot_parts.c -- PL_DOTs that accumulate into parts of a block: the planes of a window, of scratch, of a tile, by constants
// and by indices of loops. Most of these parts are in registers on a GPU; the last tests have those that are not.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { H = 2, M = 16, N = 24, K = 8 };

// Small whole numbers, whose sums are exact.
static float number(long a, long b, long c)
{
    return (float)((a * 5 + b * 7 + c * 3) % 9 - 4);
}

static void fill(float *to, long planes, long rows, long columns, long seed)
{
    for (long i = 0; i < planes * rows * columns; i++)
        to[i] = number(i / (rows * columns) + seed, i / columns % rows, i % columns);
}

// wanted += factor · (the product of two matrices)
static void add_product(float *wanted, const float *x, const float *y, long m, long n, long k, float factor)
{
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            for (long l = 0; l < k; l++)
                wanted[r * n + c] += factor * x[r * k + l] * y[l * n + c];
}

static int count_wrong(const float *z, const float *wanted, long count)
{
    int wrong = 0;
    for (long i = 0; i < count; i++)
        wrong += z[i] != wanted[i];
    return wrong;
}

// ---- A window with a plane for each head, over the steps of a sequential axis, at the edge of the array ----

PL_KERNEL(heads_kernel, PL_REF(const float, x, H, M, K), PL_REF(const float, y, H, K, N), PL_REF(float, z, H, M, N))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 1);
    for (int h = 0; h < H; h++) {
        PL_VIEW(const float, left, x[h], M, K);
        PL_VIEW(const float, right, y[h], K, N);
        PL_VIEW(float, part, z[h], M, N);
        PL_DOT(part, left, right);
    }
    PL_WHEN (PL_LAST(2))
        PL_EACH ((h, H), (r, M), (c, N))
            z[h][r][c] *= (float)(h + 2);
}

PL_CALL(heads, heads_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, M)), (j, PL_CDIV(n, N)), (l, PL_CDIV(k, K))),
        PL_IN (float, x, (H, m, k), PL_BLOCKSPEC((H, M, K), (0, i, l), PL_EDGE(0))),
        PL_IN (float, y, (H, k, n), PL_BLOCKSPEC((H, K, N), (0, l, j), PL_EDGE(0))),
        PL_OUT(float, z, (H, m, n), PL_BLOCKSPEC((H, M, N), (0, i, j))))

enum { MOST_M = 35, MOST_N = 50, MOST_K = 20 };
static float from_x[H * MOST_M * MOST_K], from_y[H * MOST_K * MOST_N], found[H * MOST_M * MOST_N], wanted[H * MOST_M * MOST_N];

static void try_heads(long m, long n, long k)
{
    fill(from_x, H, m, k, 1);
    fill(from_y, H, k, n, 2);
    for (long i = 0; i < H * m * n; i++)
        wanted[i] = (float)(i / (m * n) + 2);
    for (long h = 0; h < H; h++)
        add_product(wanted + h * m * n, from_x + h * m * k, from_y + h * k * n, m, n, k, (float)(h + 2));
    EXPECT(heads(m, n, k, from_x, from_y, found) == 0);
    EXPECT(count_wrong(found, wanted, H * m * n) == 0);
}

TEST(planes_of_a_window)
{
    try_heads(M, N, K);
    try_heads(2 * M, 2 * N, 2 * K);
    try_heads(MOST_M, MOST_N, MOST_K);
}

// ---- A window with a single plane, in an array that is read and written ----

PL_KERNEL(batched_kernel, PL_REF(const float, x, 1, M, K), PL_REF(const float, y, 1, K, N), PL_REF(float, z, 1, M, N))
{
    PL_VIEW(const float, left, x[0], M, K);
    PL_VIEW(const float, right, y[0], K, N);
    PL_VIEW(float, sum, &z[0][0], M, N);
    PL_EACH ((r, M), (c, N))
        sum[r][c] = -z[0][r][c];
    PL_DOT(sum, left, right);
}

PL_CALL(batched, batched_kernel, PL_SIZES(b, m, n), PL_GRID((h, b), (i, PL_CDIV(m, M)), (j, PL_CDIV(n, N))),
        PL_IN   (float, x, (b, m, K), PL_BLOCKSPEC((1, M, K), (h, i, 0), PL_EDGE(0))),
        PL_IN   (float, y, (b, K, n), PL_BLOCKSPEC((1, K, N), (h, 0, j), PL_EDGE(0))),
        PL_INOUT(float, z, (b, m, n), PL_BLOCKSPEC((1, M, N), (h, i, j))))

TEST(a_single_plane)
{
    enum { ROWS = 21, COLUMNS = 30 };
    fill(from_x, H, ROWS, K, 3);
    fill(from_y, H, K, COLUMNS, 4);
    fill(found, H, ROWS, COLUMNS, 5);
    for (int i = 0; i < H * ROWS * COLUMNS; i++)
        wanted[i] = -found[i];
    for (int h = 0; h < H; h++)
        add_product(wanted + h * ROWS * COLUMNS, from_x + h * ROWS * K, from_y + h * K * COLUMNS, ROWS, COLUMNS, K, 1);
    EXPECT(batched(H, ROWS, COLUMNS, from_x, from_y, found) == 0);
    EXPECT(count_wrong(found, wanted, H * ROWS * COLUMNS) == 0);
}

// ---- Planes of a tile: by constants, by PL_LOOP, by a loop that counts down, by a sum of indices ----

PL_KERNEL(gated_kernel, PL_REF(const float, x, M, K), PL_REF(const float, gate, K, N), PL_REF(const float, up, K, N),
          PL_REF(float, z, M, N), PL_REF(float, total, M, N))
{
    PL_TILE(float, acc, 3, M, N);
    PL_FILL(acc, 0);
    PL_VIEW(float, first, acc[0], M, N);
    PL_VIEW(float, second, acc[1], M, N);
    PL_DOT(first, x, gate);
    PL_DOT(second, x, up);
    PL_LOOP (t, 0, 2) {
        PL_VIEW(float, next, acc[t + 1], M, N);
        PL_DOT(next, x, gate);
    }
    for (int t = 2; t > 0; t--)
        PL_EACH ((r, M), (c, N))
            acc[t][r][c] -= acc[t - 1][r][c];
    PL_EACH ((r, M), (c, N)) {
        float all = 0;
        PL_REDUCE (all, PL_ADD, (h, 3), acc[h][r][c]);
        z[r][c] = acc[0][r][c] * acc[1][r][c];
        total[r][c] = all;
    }
}

PL_CALL(gated, gated_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, M))),
        PL_IN (float, x, (m, K), PL_BLOCKSPEC((M, K), (i, 0), PL_EDGE(0))),
        PL_IN (float, gate, (K, N), PL_WHOLE), PL_IN(float, up, (K, N), PL_WHOLE),
        PL_OUT(float, z, (m, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, total, (m, N), PL_BLOCKSPEC((M, N), (i, 0))))

TEST(planes_of_a_tile)
{
    enum { ROWS = 19 };
    static float left[ROWS * K], gate[K * N], up[K * N], gated_by[ROWS * N], total[ROWS * N];
    static float by_gate[ROWS * N], by_up[ROWS * N];
    fill(left, 1, ROWS, K, 6);
    fill(gate, 1, K, N, 7);
    fill(up, 1, K, N, 8);
    add_product(by_gate, left, gate, ROWS, N, K, 1);
    add_product(by_up, left, up, ROWS, N, K, 1);
    EXPECT(gated(ROWS, left, gate, up, gated_by, total) == 0);
    int wrong = 0;
    for (int i = 0; i < ROWS * N; i++) {                // acc: gate, up + gate, gate; then gate, up, -up
        wrong += gated_by[i] != by_gate[i] * by_up[i];
        wrong += total[i] != by_gate[i];
    }
    EXPECT(wrong == 0);
}

// ---- Scratch of four dims that is carried over steps, a view of a view, int32_t and double ----

PL_KERNEL(nested_kernel, PL_REF(const int32_t, x, M, K), PL_REF(const int32_t, y, K, N), PL_REF(const double, d, M, K),
          PL_REF(int32_t, z, 2, 2, M, N), PL_REF(double, gram, 1, M, M), PL_REF(int32_t, s, 2, 2, M, N))
{
    PL_WHEN (PL_FIRST(0)) {
        PL_FILL(s, 0);
        PL_FILL(gram, 0);
    }
    PL_VIEW(double, square, gram[0], M, M);
    PL_DOT(square, d, PL_T(d));
    PL_LOOP (a, 0, 2) {
        PL_VIEW(int32_t, planes, s[a], 2, M, N);
        for (int b = 0; b < 2; b++) {
            PL_VIEW(int32_t, plane, planes[b], M, N);
            PL_DOT(plane, x, y);
            PL_EACH ((r, M), (c, N))
                plane[r][c] += (int32_t)(10 * a + b);
        }
    }
    PL_WHEN (PL_LAST(0))
        PL_ASSIGN(z, s);
}

PL_CALL(nested, nested_kernel, PL_SIZES(k), PL_GRID(PL_ARBITRARY(l, PL_CDIV(k, K))),
        PL_IN (int32_t, x, (M, k), PL_BLOCKSPEC((M, K), (0, l), PL_EDGE(0))),
        PL_IN (int32_t, y, (k, N), PL_BLOCKSPEC((K, N), (l, 0), PL_EDGE(0))),
        PL_IN (double, d, (M, k), PL_BLOCKSPEC((M, K), (0, l), PL_EDGE(0))),
        PL_OUT(int32_t, z, (2, 2, M, N), PL_WHOLE),
        PL_OUT(double, gram, (1, M, M), PL_WHOLE),
        PL_SCRATCH(int32_t, (2, 2, M, N)))

TEST(planes_of_planes)
{
    enum { DEEP = 20, STEPS = 3 };
    static int32_t left[M * DEEP], right[DEEP * N], sums[4 * M * N];
    static double d[M * DEEP], gram[M * M];
    for (int i = 0; i < M * DEEP; i++)
        left[i] = i % 7 - 3, d[i] = i % 11 - 5;
    for (int i = 0; i < DEEP * N; i++)
        right[i] = i % 5 - 2;
    EXPECT(nested(DEEP, left, right, d, sums, gram) == 0);
    int wrong = 0;
    for (int i = 0; i < 4 * M * N; i++) {
        int plane = i / (M * N), sum = STEPS * (10 * (plane / 2) + plane % 2);
        for (int l = 0; l < DEEP; l++)
            sum += left[i / N % M * DEEP + l] * right[l * N + i % N];
        wrong += sums[i] != sum;
    }
    for (int i = 0; i < M * M; i++) {
        double sum = 0;
        for (int l = 0; l < DEEP; l++)
            sum += d[i / M * DEEP + l] * d[i % M * DEEP + l];
        wrong += gram[i] != sum;
    }
    EXPECT(wrong == 0);
}

// ---- Two sums of 16-bit floats in one tile, which matrix instructions compute where a machine has them ----

enum { MMA_M = 32, MMA_N = 16, MMA_K = 32 };

PL_KERNEL(pair_kernel, PL_REF(const pl_bf16, x, MMA_M, MMA_K), PL_REF(const pl_bf16, gate, MMA_K, MMA_N),
          PL_REF(const pl_bf16, up, MMA_N, MMA_K), PL_REF(float, z, 2, MMA_M, MMA_N))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_VIEW(float, by_gate, z[0], MMA_M, MMA_N);
    PL_VIEW(float, by_up, z[1], MMA_M, MMA_N);
    PL_DOT(by_gate, x, gate);
    PL_DOT(by_up, x, PL_T(up));
    PL_WHEN (PL_LAST(1))
        PL_EACH ((r, MMA_M), (c, MMA_N))
            z[0][r][c] *= z[1][r][c];
}

PL_CALL(pair, pair_kernel, PL_SIZES(m, k), PL_GRID((i, PL_CDIV(m, MMA_M)), (l, PL_CDIV(k, MMA_K))),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((MMA_M, MMA_K), (i, l), PL_EDGE(pl_to_bf16(0)))),
        PL_IN (pl_bf16, gate, (k, MMA_N), PL_BLOCKSPEC((MMA_K, MMA_N), (l, 0), PL_EDGE(pl_to_bf16(0)))),
        PL_IN (pl_bf16, up, (MMA_N, k), PL_BLOCKSPEC((MMA_N, MMA_K), (0, l), PL_EDGE(pl_to_bf16(0)))),
        PL_OUT(float, z, (2, m, MMA_N), PL_BLOCKSPEC((2, MMA_M, MMA_N), (0, i, 0))))

TEST(planes_of_matrix_instructions)
{
    enum { ROWS = 50, DEEP = 72 };
    static pl_bf16 left[ROWS * DEEP], gate[DEEP * MMA_N], up[MMA_N * DEEP];
    static float sums[2 * ROWS * MMA_N];
    for (int i = 0; i < ROWS * DEEP; i++)
        left[i] = pl_to_bf16(number(0, i / DEEP, i % DEEP));
    for (int i = 0; i < DEEP * MMA_N; i++)
        gate[i] = pl_to_bf16(number(1, i / MMA_N, i % MMA_N)), up[i] = pl_to_bf16(number(2, i / DEEP, i % DEEP));
    EXPECT(pair(ROWS, DEEP, left, gate, up, sums) == 0);
    int wrong = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < MMA_N; c++) {
            float by_gate = 0, by_up = 0;
            for (int l = 0; l < DEEP; l++) {
                by_gate += pl_to_f32(left[r * DEEP + l]) * pl_to_f32(gate[l * MMA_N + c]);
                by_up += pl_to_f32(left[r * DEEP + l]) * pl_to_f32(up[c * DEEP + l]);
            }
            wrong += sums[r * MMA_N + c] != by_gate * by_up;
            wrong += sums[(ROWS + r) * MMA_N + c] != by_up;
        }
    EXPECT(wrong == 0);
}

// ---- Parts that are not in registers: some rows, a plane that data select, a loop of run-time length ----

PL_KERNEL(other_kernel, PL_SCALAR(int, planes), PL_REF(const float, x, M, K), PL_REF(const float, y, K, N),
          PL_REF(float, rows, H, 2 * M, N), PL_REF(float, chosen, H, M, N), PL_REF(float, counted, H, M, N))
{
    PL_FILL(rows, 0);
    PL_FILL(chosen, 0);
    PL_FILL(counted, 0);
    PL_VIEW(float, lower, &rows[1][M], M, N);
    PL_DOT(lower, x, y);
    int which = planes % 2;
    PL_VIEW(float, one, chosen[which], M, N);
    PL_DOT(one, x, y);
    for (int h = 0; h < planes; h++) {
        PL_VIEW(float, each, counted[h], M, N);
        PL_DOT(each, x, y);
    }
}

PL_CALL(other, other_kernel, PL_SCALAR(int, planes), PL_GRID(),
        PL_IN (float, x, (M, K), PL_WHOLE), PL_IN(float, y, (K, N), PL_WHOLE),
        PL_OUT(float, rows, (H, 2 * M, N), PL_WHOLE), PL_OUT(float, chosen, (H, M, N), PL_WHOLE),
        PL_OUT(float, counted, (H, M, N), PL_WHOLE))

TEST(parts_in_memory)
{
    static float rows[H * 2 * M * N], chosen[H * M * N], counted[H * M * N], product[M * N];
    fill(from_x, 1, M, K, 9);
    fill(from_y, 1, K, N, 10);
    add_product(product, from_x, from_y, M, N, K, 1);
    EXPECT(other(1, from_x, from_y, rows, chosen, counted) == 0);
    int wrong = count_wrong(rows + 3 * M * N, product, M * N) + count_wrong(chosen + M * N, product, M * N) +
                count_wrong(counted, product, M * N);
    for (int i = 0; i < M * N; i++)
        wrong += rows[i] != 0 || rows[2 * M * N + i] != 0 || chosen[i] != 0 || counted[M * N + i] != 0;
    EXPECT(wrong == 0);
}

int main(void)
{
    RUN(planes_of_a_window);
    RUN(a_single_plane);
    RUN(planes_of_a_tile);
    RUN(planes_of_planes);
    RUN(planes_of_matrix_instructions);
    RUN(parts_in_memory);
    return test_end();
}
