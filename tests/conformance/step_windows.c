// Windows that are written in several steps: their blocks change from step to step, or after some of them, or return later.

#include <pallas.h>
#include "../test.h"

enum { STEPS = 6, B = 16, MOST = 80 };

static const int32_t returns[STEPS] = { 0, 2, 0, 0, 4, 2 };    // the last block ends before its window

static float value(long at)
{
    return (float)(at * 37 % 23 - 11);
}

// ---- Sums of single lanes: the block of a step is looked up ----

PL_KERNEL(collect_kernel, PL_SMEM_REF(const int32_t, at, STEPS), PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((e, B))
        z[e] += x[e];
}
PL_CALL(collect, collect_kernel, PL_SIZES(n), PL_GRID(PL_ARBITRARY(i, STEPS)),
        PL_PREFETCH(int32_t, at, (STEPS)),
        PL_IN   (float, x, (STEPS * B), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(float, z, (n),         PL_BLOCKSPEC((B), (at[i]), PL_REVISIT_ANY)))

TEST(blocks_return)
{
    float x[STEPS * B], z[MOST], expected[MOST];
    long n = MOST - 5;
    for (int e = 0; e < MOST; e++)
        z[e] = expected[e] = value(7 * e);
    for (int e = 0; e < STEPS * B; e++) {
        x[e] = value(e);
        long to = (long)returns[e / B] * B + e % B;
        if (to < n)
            expected[to] += x[e];
    }
    EXPECT(collect(n, returns, x, z) == 0);
    for (int e = 0; e < MOST; e++)
        EXPECT(z[e] == expected[e]);
}

// ---- Two sequential axes, of which only the inner one selects the block ----

PL_KERNEL(inner_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((e, B))
        z[e] = x[e] - z[e];
}
PL_CALL(inner, inner_kernel, PL_SIZES(rounds, n), PL_GRID(PL_ARBITRARY(a, rounds), PL_ARBITRARY(b, PL_CDIV(n, B))),
        PL_IN   (float, x, (rounds, n), PL_BLOCKSPEC((PL_NONE, B), (a, b))),
        PL_INOUT(float, z, (n),         PL_BLOCKSPEC((B), (b), PL_REVISIT_ANY)))

static void try_inner(long rounds, long n)
{
    float x[4 * MOST], z[MOST], expected[MOST];
    for (int e = 0; e < MOST; e++)
        z[e] = expected[e] = value(5 * e);
    for (long a = 0; a < rounds; a++)
        for (long e = 0; e < n; e++) {
            x[a * n + e] = value(3 * a + e);
            expected[e] = x[a * n + e] - expected[e];
        }
    EXPECT(inner(rounds, n, x, z) == 0);
    for (int e = 0; e < MOST; e++)
        EXPECT(z[e] == expected[e]);
}

TEST(one_block_for_all_rounds)
{
    try_inner(4, B);
    try_inner(4, B - 3);
}

TEST(blocks_in_each_round)
{
    try_inner(3, 2 * B);
    try_inner(4, MOST - 7);
}

// ---- Sums of PL_DOT: consecutive steps have the same block ----

enum { ROWS = 12, WIDE = 20, DEEP = 8 };

PL_KERNEL(grouped_kernel, PL_SMEM_REF(const int32_t, at, STEPS), PL_REF(const float, x, ROWS, DEEP),
          PL_REF(const float, y, DEEP, WIDE), PL_REF(float, z, ROWS, WIDE))
{
    long v = PL_AXIS(v);
    PL_WHEN (PL_FIRST(1) && (v == 0 || at[v] != at[v - 1]))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}
PL_CALL(grouped, grouped_kernel, PL_SIZES(m, n, k), PL_GRID((v, STEPS), (l, k / DEEP)),
        PL_PREFETCH(int32_t, at, (STEPS)),
        PL_IN (float, x, (STEPS * ROWS, k), PL_BLOCKSPEC((ROWS, DEEP), (v, l))),
        PL_IN (float, y, (k, n),            PL_BLOCKSPEC((DEEP, WIDE), (l, 0), PL_EDGE(0))),
        PL_OUT(float, z, (m, n),            PL_BLOCKSPEC((ROWS, WIDE), (at[v], 0))))

static void try_grouped(long m, long n, long k)
{
    static const int32_t at[STEPS] = { 1, 1, 0, 2, 2, 2 };
    static float x[STEPS * ROWS * 3 * DEEP], y[3 * DEEP * WIDE], z[3 * ROWS * WIDE];
    for (long e = 0; e < STEPS * ROWS * k; e++)
        x[e] = value(e);
    for (long e = 0; e < k * n; e++)
        y[e] = value(3 * e + 5);
    EXPECT(grouped(m, n, k, at, x, y, z) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = 0;
            for (long v = 0; v < STEPS; v++)
                for (long l = 0; l < k && at[v] == r / ROWS; l++)
                    sum += x[(v * ROWS + r % ROWS) * k + l] * y[l * n + c];
            EXPECT(z[r * n + c] == sum);
        }
}

TEST(sums_over_equal_steps)
{
    try_grouped(3 * ROWS, WIDE, 3 * DEEP);
    try_grouped(3 * ROWS - 5, WIDE - 3, DEEP);
}

// ---- Sums in parts of a block, a new one in each step ----

PL_KERNEL(parts_kernel, PL_REF(const float, x, ROWS, DEEP), PL_REF(const float, y, 2, DEEP, WIDE),
          PL_REF(float, z, 2, ROWS, WIDE))
{
    PL_FILL(z, 1);
    for (int h = 0; h < 2; h++) {
        PL_VIEW(const float, right, y[h], DEEP, WIDE);
        PL_VIEW(float, part, z[h], ROWS, WIDE);
        PL_DOT(part, x, right);
    }
    PL_EACH ((h, 2), (r, ROWS), (c, WIDE))
        z[h][r][c] *= 2;
}
PL_CALL(parts, parts_kernel, PL_SIZES(m, n), PL_GRID(PL_ARBITRARY(i, PL_CDIV(m, ROWS))),
        PL_IN (float, x, (m, DEEP),    PL_BLOCKSPEC((ROWS, DEEP), (i, 0), PL_EDGE(0))),
        PL_IN (float, y, (2, DEEP, n), PL_BLOCKSPEC((2, DEEP, WIDE), (0, 0, 0), PL_EDGE(0))),
        PL_OUT(float, z, (2, m, n),    PL_BLOCKSPEC((2, ROWS, WIDE), (0, i, 0))))

static void try_parts(long m, long n)
{
    static float x[3 * ROWS * DEEP], y[2 * DEEP * WIDE], z[2 * 3 * ROWS * WIDE];
    for (long e = 0; e < m * DEEP; e++)
        x[e] = value(e);
    for (long e = 0; e < 2 * DEEP * n; e++)
        y[e] = value(3 * e + 5);
    EXPECT(parts(m, n, x, y, z) == 0);
    for (long h = 0; h < 2; h++)
        for (long r = 0; r < m; r++)
            for (long c = 0; c < n; c++) {
                float sum = 1;
                for (long l = 0; l < DEEP; l++)
                    sum += x[r * DEEP + l] * y[(h * DEEP + l) * n + c];
                EXPECT(z[(h * m + r) * n + c] == 2 * sum);
            }
}

TEST(sums_in_parts)
{
    try_parts(3 * ROWS, WIDE);
    try_parts(3 * ROWS - 5, WIDE - 3);
}

int main(void)
{
    RUN(blocks_return);
    RUN(one_block_for_all_rounds);
    RUN(blocks_in_each_round);
    RUN(sums_over_equal_steps);
    RUN(sums_in_parts);
    return test_end();
}
