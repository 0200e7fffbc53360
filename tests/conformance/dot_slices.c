// dot_slices.c -- several PL_DOTs in a kernel: their slices share memory, one operand occurs twice, sums start at zero where
// a PL_FILL with 0 comes directly before, and nowhere else.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { M = 20, N = 12, K = 19 };

// ---- One operand twice, and sums that start at zero in each iteration ----

PL_KERNEL(gram_kernel, PL_REF(const float, x, M, K), PL_REF(float, z, M, M))
{
    PL_TILE(float, p, M, M);
    PL_FILL(z, 0);
    PL_LOOP (t, 0, 3) {
        PL_FILL(p, 0);
        PL_DOT(p, x, PL_T(x));
        PL_EACH ((r, M), (c, M))
            z[r][c] += (float)(t + 1) * p[M - 1 - r][c];
    }
}

PL_CALL(gram, gram_kernel, PL_GRID((i, 1)),
        PL_IN (float, x, (M, K), PL_BLOCKSPEC((M, K), (i, 0))),
        PL_OUT(float, z, (M, M), PL_BLOCKSPEC((M, M), (i, 0))))

// ---- Other operands, other types, and sums that do not start at zero ----

PL_KERNEL(mixed_kernel, PL_REF(const float, x, M, K), PL_REF(const float, y, K, N), PL_REF(const float, w, N, K),
          PL_REF(const int32_t, n, M, N), PL_REF(float, z, M, N), PL_REF(int32_t, s, M, M))
{
    PL_TILE(float, p, M, N);
    PL_TILE(int32_t, q, M, M);
    PL_FILL(p, 2);
    PL_DOT(p, x, y);                        // 2 + x y
    PL_EACH ((r, M), (c, N))
        z[r][c] = p[r][N - 1 - c];
    PL_FILL(p, 0);
    PL_EACH ((c, N))
        p[3][c] = 1;
    PL_DOT(p, x, PL_T(w));                  // not directly after: row 3 starts with ones
    PL_EACH ((r, M), (c, N))
        z[r][c] += 3 * p[r][N - 1 - c];
    PL_FILL(p, 0.0f);
    PL_DOT(p, x, y);
    PL_FILL(q, 0);
    PL_DOT(q, n, PL_T(n));
    PL_EACH ((r, M), (c, N))
        z[r][c] -= p[r][N - 1 - c];
    PL_EACH ((r, M), (c, M))
        s[r][c] = q[M - 1 - r][c];
}

PL_CALL(mixed, mixed_kernel, PL_SIZES(m), PL_GRID((i, 1)),
        PL_IN (float, x, (m, K), PL_BLOCKSPEC((M, K), (i, 0), PL_EDGE(0))),
        PL_IN (float, y, (K, N), PL_BLOCKSPEC((K, N), (0, 0))),
        PL_IN (float, w, (N, K), PL_BLOCKSPEC((N, K), (0, 0))),
        PL_IN (int32_t, n, (m, N), PL_BLOCKSPEC((M, N), (i, 0), PL_EDGE(0))),
        PL_OUT(float, z, (m, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(int32_t, s, (M, M), PL_BLOCKSPEC((M, M), (0, 0))))

// Small whole numbers, whose sums are exact.
static float number(long r, long c)
{
    return (float)((r * 7 + c * 3) % 5 - 2);
}

TEST(one_operand_twice)
{
    static float x[M][K], z[M][M], wanted[M][M];
    for (int r = 0; r < M; r++)
        for (int k = 0; k < K; k++)
            x[r][k] = number(r, k);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < M; c++)
            for (int k = 0; k < K; k++)
                wanted[r][c] += (1 + 2 + 3) * x[M - 1 - r][k] * x[c][k];
    EXPECT(gram(&x[0][0], &z[0][0]) == 0);
    EXPECT(!memcmp(z, wanted, sizeof z));
}

TEST(slices_that_share_memory)
{
    enum { ROWS = 17 };
    static float x[ROWS][K], y[K][N], w[N][K], z[ROWS][N];
    static int32_t n[ROWS][N], s[M][M];
    for (int k = 0; k < K; k++) {
        for (int r = 0; r < ROWS; r++)
            x[r][k] = number(r, k);
        for (int c = 0; c < N; c++)
            y[k][c] = number(k + 1, c), w[c][k] = number(c, k + 2);
    }
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < N; c++)
            n[r][c] = (int32_t)number(c, r);
    EXPECT(mixed(ROWS, &x[0][0], &y[0][0], &w[0][0], &n[0][0], &z[0][0], &s[0][0]) == 0);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < N; c++) {
            float wanted = 2 + (r == 3 ? 3 : 0);
            for (int k = 0; k < K; k++)
                wanted += 3 * x[r][k] * w[N - 1 - c][k];
            EXPECT(z[r][c] == wanted);
        }
    for (int r = 0; r < M; r++)
        for (int c = 0; c < M; c++) {
            int32_t wanted = 0;
            for (int k = 0; k < N && r > M - 1 - ROWS && c < ROWS; k++)
                wanted += n[M - 1 - r][k] * n[c][k];
            EXPECT(s[r][c] == wanted);
        }
}

// ---- A result of more elements than a lane accumulates at a time ----

enum { TALL = 128, WIDE = 256, DEEP = 20 };

PL_KERNEL(wide_kernel, PL_REF(const float, x, TALL, DEEP), PL_REF(const float, y, DEEP, WIDE), PL_REF(float, z, TALL, WIDE))
{
    PL_FILL(z, 1);
    PL_DOT(z, x, y);
    PL_DOT(z, x, y);
}

PL_CALL(wide, wide_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, TALL)), (j, PL_CDIV(n, WIDE))),
        PL_IN (float, x, (m, DEEP), PL_BLOCKSPEC((TALL, DEEP), (i, 0), PL_EDGE(0))),
        PL_IN (float, y, (DEEP, n), PL_BLOCKSPEC((DEEP, WIDE), (0, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((TALL, WIDE), (i, j))))

TEST(wide_results)
{
    enum { ROWS = 120, COLUMNS = 250 };
    static float x[ROWS][DEEP], y[DEEP][COLUMNS], z[ROWS][COLUMNS];
    for (int r = 0; r < ROWS; r++)
        for (int l = 0; l < DEEP; l++)
            x[r][l] = (float)((r + 3 * l) % 5 - 2);
    for (int l = 0; l < DEEP; l++)
        for (int c = 0; c < COLUMNS; c++)
            y[l][c] = (float)((2 * l + c) % 7 - 3);
    EXPECT(wide(ROWS, COLUMNS, *x, *y, *z) == 0);
    int wrong = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            float sum = 1;
            for (int l = 0; l < DEEP; l++)
                sum += 2 * x[r][l] * y[l][c];
            wrong += z[r][c] != sum;
        }
    EXPECT(wrong == 0);
}

// ---- Two products with different numbers of slices, which share the memory of their stages ----

enum { SIDE = 32, LONG = 64 };

PL_KERNEL(chain_kernel, PL_REF(const float, x, SIDE, LONG), PL_REF(const float, y, LONG, SIDE), PL_REF(const float, w, SIDE, LONG),
          PL_REF(float, z, SIDE, LONG))
{
    PL_TILE(float, p, SIDE, SIDE);
    PL_FILL(p, 0);
    PL_DOT(p, x, y);
    PL_FILL(z, 0);
    PL_DOT(z, p, w);
}

PL_CALL(chain, chain_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, SIDE))),
        PL_IN (float, x, (m, LONG), PL_BLOCKSPEC((SIDE, LONG), (i, 0))),
        PL_IN (float, y, (LONG, SIDE), PL_WHOLE),
        PL_IN (float, w, (SIDE, LONG), PL_WHOLE),
        PL_OUT(float, z, (m, LONG), PL_BLOCKSPEC((SIDE, LONG), (i, 0))))

TEST(products_of_different_depth)
{
    enum { ROWS = 64 };
    static float x[ROWS][LONG], y[LONG][SIDE], w[SIDE][LONG], z[ROWS][LONG];
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < LONG; k++)
            x[r][k] = (float)((r + 2 * k) % 5 - 2);
    for (int k = 0; k < LONG; k++)
        for (int c = 0; c < SIDE; c++)
            y[k][c] = (float)((3 * k + c) % 3 - 1), w[c][k] = (float)((k + c) % 4 - 1);
    EXPECT(chain(ROWS, *x, *y, *w, *z) == 0);
    int wrong = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < LONG; c++) {
            float sum = 0;
            for (int l = 0; l < SIDE; l++)
                for (int k = 0; k < LONG; k++)
                    sum += x[r][k] * y[k][l] * w[l][c];
            wrong += z[r][c] != sum;
        }
    EXPECT(wrong == 0);
}

int main(void)
{
    RUN(one_operand_twice);
    RUN(slices_that_share_memory);
    RUN(wide_results);
    RUN(products_of_different_depth);
    return test_end();
}
