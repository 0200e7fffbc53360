// zero_extent.c -- a grid with an extent of 0 runs nothing, leaves its outputs unchanged, and is not an error.

#include <pallas.h>
#include "../test.h"

enum { N = 8 };

static void fill(int32_t *x, int32_t value)
{
    for (int e = 0; e < N; e++)
        x[e] = value;
}

static int all_are(const int32_t *x, int32_t value)
{
    for (int e = 0; e < N; e++)
        if (x[e] != value)
            return 0;
    return 1;
}

// ---- Each axis of three, of each kind ----

PL_KERNEL(write_all, PL_REF(const int32_t, x, 2), PL_REF(int32_t, y, 2), PL_REF(int32_t, z, 2), PL_REF(int32_t, s, 2))
{
    PL_ASSIGN(s, x);
    PL_EACH ((c, 2)) {
        y[c] = (int32_t)((int64_t)y[c] + s[c]);
        z[c] = y[c];
    }
}

PL_CALL(call_plain, write_all,
        PL_SIZES(n0, n1, n2),
        PL_GRID((i, n0), (j, n1), (k, n2)),
        PL_IN   (int32_t, x, (N), PL_BLOCKSPEC((2), (0))),
        PL_INOUT(int32_t, y, (N), PL_BLOCKSPEC((2), (i))),
        PL_OUT  (int32_t, z, (N), PL_BLOCKSPEC((2), (i))),
        PL_SCRATCH(int32_t, (2)))

PL_CALL(call_annotated, write_all,
        PL_SIZES(n0, n1, n2),
        PL_GRID(PL_PARALLEL(i, n0), PL_ARBITRARY(j, n1), (k, n2)),
        PL_IN   (int32_t, x, (N), PL_BLOCKSPEC((2), (0))),
        PL_INOUT(int32_t, y, (N), PL_BLOCKSPEC((2), (i))),
        PL_OUT  (int32_t, z, (N), PL_BLOCKSPEC((2), (i))),
        PL_SCRATCH(int32_t, (2)))

typedef int three_axes(long n0, long n1, long n2, const int32_t *x, int32_t *y, int32_t *z);

static void expect_untouched(three_axes *call, long n0, long n1, long n2)
{
    int32_t x[N], y[N], z[N];
    fill(x, 1);
    fill(y, 20);
    fill(z, 30);
    EXPECT(call(n0, n1, n2, x, y, z) == 0);
    EXPECT(all_are(y, 20));
    EXPECT(all_are(z, 30));
}

TEST(any_axis_may_be_empty)
{
    three_axes *calls[] = { call_plain, call_annotated };
    for (int c = 0; c < 2; c++) {
        expect_untouched(calls[c], 0, 2, 3);
        expect_untouched(calls[c], 4, 0, 3);
        expect_untouched(calls[c], 4, 2, 0);
        expect_untouched(calls[c], 0, 0, 0);
        expect_untouched(calls[c], 0, 1000000000, 1000000000);
    }
    // The same calls do write if no extent is 0.
    int32_t x[N], y[N], z[N];
    fill(x, 1);
    fill(y, 20);
    fill(z, 30);
    EXPECT(call_plain(4, 1, 1, x, y, z) == 0);
    EXPECT(all_are(y, 21));
    EXPECT(all_are(z, 21));
}

// ---- A map that would divide by an extent of 0, or that no index of the grid satisfies, is not evaluated ----

PL_CALL(call_division, write_all,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_IN   (int32_t, x, (N), PL_BLOCKSPEC((2), (i / n))),
        PL_INOUT(int32_t, y, (N), PL_BLOCKSPEC((2), (1000 + i % n))),
        PL_OUT  (int32_t, z, (N), PL_BLOCKSPEC((2), (-1 - i / n))),
        PL_SCRATCH(int32_t, (2)))

TEST(no_map_is_asked)
{
    int32_t x[N], y[N], z[N];
    fill(x, 1);
    fill(y, 20);
    fill(z, 30);
    EXPECT(call_division(0, x, y, z) == 0);
    EXPECT(all_are(y, 20));
    EXPECT(all_are(z, 30));
}

// ---- Arrays without elements ----

PL_KERNEL(copy, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(call_empty, copy,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

TEST(an_array_of_none)
{
    int32_t x[N], z[N];
    fill(x, 1);
    fill(z, 30);
    EXPECT(call_empty(0, x, z) == 0);
    EXPECT(all_are(z, 30));
    EXPECT(call_empty(N, x, z) == 0);
    EXPECT(all_are(z, 1));
}

// ---- With every other feature of a call ----

PL_CALL(call_alias, copy,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((4), (1 - i), PL_ALIAS(x))))

PL_CALL(call_batch, copy,
        PL_SIZES(batch, n),
        PL_BATCH(b, batch, x, z),
        PL_GRID((i, n)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(gather, PL_SMEM_REF(const int32_t, t, 2), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = (int32_t)((int64_t)x[c] + t[0]);
}

PL_CALL(call_table, gather,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_PREFETCH(int32_t, t, (2)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((4), (t[i]))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((4), (i))))

TEST(aliases_batches_and_tables)
{
    const int32_t t[2] = { 1, 0 };
    int32_t x[N], z[N];
    fill(x, 1);
    fill(z, 30);
    EXPECT(call_alias(0, x, x) == 0);
    EXPECT(all_are(x, 1));
    EXPECT(call_batch(2, 0, x, z) == 0);
    EXPECT(call_batch(0, 1, x, z) == 0);
    EXPECT(call_table(0, t, x, z) == 0);
    EXPECT(all_are(z, 30));
    EXPECT(call_table(2, t, x, z) == 0);
    EXPECT(all_are(z, 2));
}

// ---- A row that does not fit into its tile, where no program or no iteration has one ----

PL_KERNEL(rows_in_tiles, PL_SCALAR(long, n), PL_SCALAR(int, rows), PL_REF(const int32_t, x, 1, n), PL_REF(int32_t, z, 1, n))
{
    PL_EACH ((r, rows)) {
        PL_TILE(int32_t, row, N);
        PL_EACH ((c, n))
            row[c] = x[r][c];
        PL_EACH ((c, n))
            z[r][c] = row[c];
    }
}

PL_CALL(call_rows, rows_in_tiles,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_SCALAR(int, rows),
        PL_GRID((i, m)),
        PL_IN   (int32_t, x, (m, n), PL_BLOCKSPEC((1, PL_FULL), (i, 0))),
        PL_INOUT(int32_t, z, (m, n), PL_BLOCKSPEC((1, PL_FULL), (i, 0))))

TEST(no_row_is_too_long)
{
    int32_t x[N + 1], z[N + 1];
    fill(x, 1);
    fill(z, 30);
    x[N] = z[N] = 0;
    EXPECT(call_rows(0, N + 1, 1, x, z) == 0);
    EXPECT(call_rows(1, N + 1, 0, x, z) == 0);
    EXPECT(all_are(z, 30));
    EXPECT(call_rows(1, N, 1, x, z) == 0);
    EXPECT(all_are(z, 1));
}

int main(void)
{
    RUN(any_axis_may_be_empty);
    RUN(no_map_is_asked);
    RUN(an_array_of_none);
    RUN(aliases_batches_and_tables);
    RUN(no_row_is_too_long);
    return test_end();
}
