// copied_rows.c -- parts of tiles that are copied to and from arrays left in HBM: ragged edges, some rows of a tile one by one,
// rows in any order, and copies whose order matters.

#include <pallas.h>
#include "../test.h"

// ---- A grouped product: each visit of a tile of rows adds the rows of one group to the array ----

enum { BM = 16, BN = 16, BK = 8, M = 37, N = 21, K = 19, GROUPS = 4, MOST_VISITS = 12 };

PL_KERNEL(grouped_kernel,
          PL_SCALAR(long, n), PL_SCALAR(long, groups), PL_SCALAR(long, visits),
          PL_SMEM_REF(const int32_t, first, groups + 1), PL_SMEM_REF(const int32_t, tile, visits), PL_SMEM_REF(const int32_t, group, visits),
          PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_ANY_REF(float, z, 2), PL_REF(float, sum, BM, BN))
{
    long v = PL_AXIS(v), top = (long)tile[v] * BM, left = PL_AXIS(j) * BN, width = n - left < BN ? n - left : BN;
    long from = first[group[v]] > top ? first[group[v]] - top : 0;
    long to = first[group[v] + 1] < top + BM ? first[group[v] + 1] - top : BM;
    PL_WHEN (PL_FIRST(2))
        PL_LOOP (r, from, to)
            PL_SYNC_COPY(PL_AT(z, top + r, PL_DS(left, width)), PL_AT(sum, r, PL_DS(0, width)));
    PL_DOT(sum, x, y);
    PL_WHEN (PL_LAST(2))
        PL_LOOP (r, from, to)
            PL_SYNC_COPY(PL_AT(sum, r, PL_DS(0, width)), PL_AT(z, top + r, PL_DS(left, width)));
}

PL_CALL(grouped, grouped_kernel,
        PL_SIZES(m, k), PL_SCALAR(long, n), PL_SCALAR(long, groups), PL_SCALAR(long, visits),
        PL_GRID((j, PL_CDIV(n, BN)), (v, visits), (l, PL_CDIV(k, BK))),
        PL_PREFETCH(int32_t, first, (groups + 1)), PL_PREFETCH(int32_t, tile, (visits)), PL_PREFETCH(int32_t, group, (visits)),
        PL_IN(float, x, (m, k), PL_BLOCKSPEC((BM, BK), (tile[v], l), PL_EDGE(0))),
        PL_IN(float, y, (groups, k, n), PL_BLOCKSPEC((PL_NONE, BK, BN), (group[v], l, j), PL_EDGE(0))),
        PL_INOUT(float, z, (m, n), PL_ANY), PL_SCRATCH(float, (BM, BN)))

TEST(some_rows_of_a_tile)
{
    static const int32_t first[GROUPS + 1] = { 0, 5, 5, 30, 35 };       // no group has the last two rows
    static float x[M * K], y[GROUPS * K * N], z[M * N], wanted[M * N];
    int32_t tile[MOST_VISITS], group[MOST_VISITS];
    long visits = 0;
    for (int i = 0; i < M * K; i++)
        x[i] = (float)(i % 7 - 3);
    for (int i = 0; i < GROUPS * K * N; i++)
        y[i] = (float)(i % 5 - 2);
    for (int i = 0; i < M * N; i++)
        z[i] = wanted[i] = (float)(i % 11);
    for (int32_t g = 0; g < GROUPS; g++) {
        for (int32_t t = first[g] / BM; t * BM < first[g + 1]; t++, visits++)
            tile[visits] = t, group[visits] = g;
        for (long r = first[g]; r < first[g + 1]; r++)
            for (long c = 0; c < N; c++)
                for (long l = 0; l < K; l++)
                    wanted[r * N + c] += x[r * K + l] * y[(g * K + l) * N + c];
    }
    EXPECT(grouped(M, K, N, GROUPS, visits, first, tile, group, x, y, z) == 0);
    for (int i = 0; i < M * N; i++)
        EXPECT(z[i] == wanted[i]);
}

// ---- A product whose blocks are fetched and written back by the kernel: z += x · y, with ragged edges ----

PL_KERNEL(whole_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    PL_TILE(float, left, BM, BK);
    PL_TILE(float, right, BK, BN);
    PL_TILE(float, sum, BM, BN);
    PL_LOOP (t, PL_PROGRAM_ID(0), PL_CDIV(m, BM) * PL_CDIV(n, BN), PL_NUM_PROGRAMS(0)) {
        long top = t / PL_CDIV(n, BN) * BM, side = t % PL_CDIV(n, BN) * BN;
        long height = m - top < BM ? m - top : BM, width = n - side < BN ? n - side : BN;
        PL_SYNC_COPY(PL_AT(z, PL_DS(top, height), PL_DS(side, width)), PL_AT(sum, PL_DS(0, height), PL_DS(0, width)));
        PL_LOOP (l, 0, PL_CDIV(k, BK)) {
            long depth = k - l * BK < BK ? k - l * BK : BK;
            PL_FILL(left, 0);
            PL_FILL(right, 0);
            PL_SYNC_COPY(PL_AT(x, PL_DS(top, height), PL_DS(l * BK, depth)), PL_AT(left, PL_DS(0, height), PL_DS(0, depth)));
            PL_SYNC_COPY(PL_AT(y, PL_DS(l * BK, depth), PL_DS(side, width)), PL_AT(right, PL_DS(0, depth), PL_DS(0, width)));
            PL_DOT(sum, left, right);
        }
        PL_SYNC_COPY(PL_AT(sum, PL_DS(0, height), PL_DS(0, width)), PL_AT(z, PL_DS(top, height), PL_DS(side, width)));
    }
}

PL_CALL(whole, whole_kernel, PL_SIZES(programs), PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),
        PL_GRID(PL_PARALLEL(p, programs)),
        PL_IN(float, x, (m, k), PL_ANY), PL_IN(float, y, (k, n), PL_ANY), PL_INOUT(float, z, (m, n), PL_ANY))

TEST(ragged_tiles)
{
    static float x[M * K], y[K * N], z[M * N], wanted[M * N];
    for (int i = 0; i < M * K; i++)
        x[i] = (float)(i % 7 - 3);
    for (int i = 0; i < K * N; i++)
        y[i] = (float)(i % 5 - 2);
    for (int i = 0; i < M * N; i++)
        z[i] = wanted[i] = (float)(i % 11);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++)
            for (int l = 0; l < K; l++)
                wanted[r * N + c] += x[r * K + l] * y[l * N + c];
    EXPECT(whole(2, M, N, K, x, y, z) == 0);
    for (int i = 0; i < M * N; i++)
        EXPECT(z[i] == wanted[i]);
}

// ---- Rows by a table, and backwards; of two copies to one row, the later one is kept ----

PL_KERNEL(tables_kernel, PL_SCALAR(long, m), PL_SMEM_REF(const int32_t, rows, 8),
          PL_ANY_REF(const int32_t, x, 2), PL_ANY_REF(int32_t, z, 2), PL_ANY_REF(int32_t, w, 2))
{
    PL_TILE(int32_t, t, 2, 8, 4);
    PL_FILL(t, 0);
    PL_LOOP (r, 0, 8)
        PL_SYNC_COPY(PL_AT(x, rows[r]), PL_AT(t, 1, r));
    PL_EACH ((r, 8), (c, 4))
        t[1][r][c] = 10 * t[1][r][c] + (int32_t)r;
    PL_LOOP (r, 0, 8)
        PL_SYNC_COPY(PL_AT(t, 1, r), PL_AT(z, rows[r]));
    PL_LOOP (r, 2, 7, 2)
        PL_SYNC_COPY(PL_AT(t, 1, r), PL_AT(w, m - 1 - r));
    PL_LOOP (r, 0, 3)
        PL_ASSIGN(PL_AT(w, m - 6 - r, PL_DS(1, 2)), PL_AT(t, 1, 7 - r, PL_DS(0, 2)));
}

PL_CALL(tables, tables_kernel, PL_SCALAR(long, m), PL_GRID(), PL_PREFETCH(int32_t, rows, (8)),
        PL_IN(int32_t, x, (m, 4), PL_ANY), PL_INOUT(int32_t, z, (m, 4), PL_ANY), PL_INOUT(int32_t, w, (m, 4), PL_ANY))

TEST(rows_by_a_table)
{
    static const int32_t rows[8] = { 3, 1, 8, 3, 0, 1, 5, 3 };
    int32_t x[36], z[36], w[36], wanted_z[36], wanted_w[36];
    for (int i = 0; i < 36; i++)
        x[i] = i, z[i] = wanted_z[i] = -1, w[i] = wanted_w[i] = -2;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 4; c++)
            wanted_z[4 * rows[r] + c] = 10 * x[4 * rows[r] + c] + r;
    for (int r = 2; r < 7; r += 2)
        for (int c = 0; c < 4; c++)
            wanted_w[4 * (8 - r) + c] = 10 * x[4 * rows[r] + c] + r;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 2; c++)
            wanted_w[4 * (3 - r) + 1 + c] = 10 * x[4 * rows[7 - r] + c] + 7 - r;
    EXPECT(tables(9, rows, x, z, w) == 0);
    for (int i = 0; i < 36; i++)
        EXPECT(z[i] == wanted_z[i] && w[i] == wanted_w[i]);
}

// ---- Copies that must stay in order ----

PL_KERNEL(ordered_kernel, PL_ANY_REF(int32_t, z, 2), PL_ANY_REF(int32_t, w, 2), PL_ANY_REF(int32_t, v, 2))
{
    PL_TILE(int32_t, t, 6, 5);
    PL_EACH ((r, 6), (c, 5))
        t[r][c] = (int32_t)(10 * r + c);
    PL_LOOP (r, 0, 5)                                                   // each reads what the one before it has written
        PL_SYNC_COPY(PL_AT(z, r), PL_AT(z, r + 1));
    PL_LOOP (r, 0, 5)                                                   // overlap
        PL_SYNC_COPY(PL_AT(t, PL_DS(r, 2)), PL_AT(w, PL_DS(r, 2)));
    PL_LOOP (r, 1, 6)                                                   // all to the same row
        PL_SYNC_COPY(PL_AT(t, r), PL_AT(v, 0));
    PL_LOOP (r, 0, 6)
        PL_SYNC_COPY(PL_AT(t, r), PL_AT(v, 1 + r % 2));
}

PL_CALL(ordered, ordered_kernel, PL_GRID(), PL_INOUT(int32_t, z, (6, 5), PL_ANY), PL_INOUT(int32_t, w, (6, 5), PL_ANY),
        PL_INOUT(int32_t, v, (3, 5), PL_ANY))

TEST(copies_in_order)
{
    int32_t z[30], w[30], v[15];
    for (int i = 0; i < 30; i++)
        z[i] = i, w[i] = -1, v[i % 15] = -2;
    EXPECT(ordered(z, w, v) == 0);
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 5; c++)
            EXPECT(z[5 * r + c] == c && w[5 * r + c] == 10 * r + c);
    for (int c = 0; c < 5; c++)
        EXPECT(v[c] == 50 + c && v[5 + c] == 40 + c && v[10 + c] == 50 + c);
}

int main(void)
{
    RUN(some_rows_of_a_tile);
    RUN(ragged_tiles);
    RUN(rows_by_a_table);
    RUN(copies_in_order);
    return test_end();
}
