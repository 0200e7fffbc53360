// Steps of a sequential axis whose windows share elements: a step reads what the steps before it wrote to other windows.

#include <pallas.h>
#include "../test.h"

enum { MOST = 2000 };

static int32_t data[MOST], expected[MOST];

static void fill(void)
{
    for (int e = 0; e < MOST; e++)
        data[e] = expected[e] = e * 37 % 23 - 11;
}

static void compare(void)
{
    for (int e = 0; e < MOST; e++)
        test_equal_("data", e, data[e], expected[e], __FILE__, __LINE__);
}

// ---- In the array: another work-item reads the element in the next step ----

enum { B = 8 };

PL_KERNEL(smear, PL_REF(int32_t, x, B + 1))
{
    PL_EACH ((c, 1, B + 1))
        x[c] = (x[c] + 3 * x[0]) % 1000;
}
PL_CALL(smear_all, smear, PL_SIZES(n), PL_GRID((i, n / B)),
        PL_INOUT(int32_t, x, (n + 1), PL_BLOCKSPEC((PL_ELEMENT(B + 1, 0, 0)), (i * B))))

TEST(the_next_window_begins_with_the_last_element)
{
    enum { N = 80 };
    fill();
    for (int i = 0; i < N; i += B)
        for (int c = 1; c <= B; c++)
            expected[i + c] = (expected[i + c] + 3 * expected[i]) % 1000;
    EXPECT(smear_all(N, data) == 0);
    compare();
}

// Each step of t begins again at the first window.
PL_CALL(smear_back, smear, PL_SIZES(m, n), PL_GRID((t, m), (i, n / B)),
        PL_INOUT(int32_t, x, (n + 1), PL_BLOCKSPEC((PL_ELEMENT(B + 1, 0, 0)), ((n / B - 1 - i) * B))))

TEST(windows_that_move_back)
{
    enum { N = 40, M = 3 };
    fill();
    for (int t = 0; t < M; t++)
        for (int i = N - B; i >= 0; i -= B)
            for (int c = 1; c <= B; c++)
                expected[i + c] = (expected[i + c] + 3 * expected[i]) % 1000;
    EXPECT(smear_back(M, N, data) == 0);
    compare();
}

// ---- Rows: each is computed from the one before it ----

enum { W = 40 };

PL_KERNEL(least_above, PL_REF(int32_t, x, 2, W))
{
    PL_EACH ((c, W))
        x[1][c] += PL_MIN(x[0][c], x[0][(c + 7) % W]);
}
PL_CALL(least_of_rows, least_above, PL_SIZES(m), PL_GRID((i, m - 1)),
        PL_INOUT(int32_t, x, (m, W), PL_BLOCKSPEC((PL_ELEMENT(2, 0, 0), W), (i, 0))))

TEST(rows_that_depend_on_the_row_before)
{
    enum { M = 9 };
    fill();
    for (int r = 1; r < M; r++)
        for (int c = 0; c < W; c++)
            expected[r * W + c] += PL_MIN(expected[(r - 1) * W + c], expected[(r - 1) * W + (c + 7) % W]);
    EXPECT(least_of_rows(M, data) == 0);
    compare();
}

// A reduction in each row, which the work-items of a row share.
PL_KERNEL(sum_above, PL_REF(int32_t, x, 4, W))
{
    PL_EACH ((r, 2)) {
        int32_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, W), x[r][c]);
        PL_EACH ((c, W))
            x[r + 2][c] = (x[r + 2][c] + sum) % 100;
    }
}
PL_CALL(sums_of_rows, sum_above, PL_SIZES(m), PL_GRID((i, (m - 2) / 2)),
        PL_INOUT(int32_t, x, (m, W), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0), W), (2 * i, 0))))

TEST(sums_of_the_rows_before)
{
    enum { M = 12 };
    fill();
    for (int r = 2; r < M; r++) {
        int sum = 0;
        for (int c = 0; c < W; c++)
            sum += expected[(r - 2) * W + c];
        for (int c = 0; c < W; c++)
            expected[r * W + c] = (expected[r * W + c] + sum) % 100;
    }
    EXPECT(sums_of_rows(M, data) == 0);
    compare();
}

// A wave front: blocks that depend on those above and to the left of them.
PL_KERNEL(paths, PL_REF(int32_t, x, B + 1, B + 1))
{
    PL_LOOP (r, 1, B + 1)
        PL_LOOP (c, 1, B + 1)
            x[r][c] += PL_MAX(x[r - 1][c], x[r][c - 1]);
}
PL_CALL(all_paths, paths, PL_SIZES(m, n), PL_GRID((i, m), (j, n)),
        PL_INOUT(int32_t, x, (m * B + 1, n * B + 1),
                 PL_BLOCKSPEC((PL_ELEMENT(B + 1, 0, 0), PL_ELEMENT(B + 1, 0, 0)), (i * B, j * B))))

TEST(a_wave_front)
{
    enum { ROWS = 3 * B + 1, COLUMNS = 4 * B + 1 };
    fill();
    for (int r = 1; r < ROWS; r++)
        for (int c = 1; c < COLUMNS; c++)
            expected[r * COLUMNS + c] += PL_MAX(expected[(r - 1) * COLUMNS + c], expected[r * COLUMNS + c - 1]);
    EXPECT(all_paths(3, 4, data) == 0);
    compare();
}

// ---- Windows that extend past the array ----

PL_KERNEL(relax, PL_REF(int32_t, x, B + 2))
{
    PL_LOOP (c, 1, B + 1)
        if (PL_INSIDE(x, c) && PL_INSIDE(x, c - 1) && PL_INSIDE(x, c + 1))
            x[c] = (x[c - 1] + x[c + 1]) / 2;
}
PL_CALL(relax_all, relax, PL_SIZES(n), PL_GRID((t, 3), (i, PL_CDIV(n, B))),
        PL_INOUT(int32_t, x, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B)), (i * B))))

// The first and last windows are copies, the others are in the array.
PL_KERNEL(spread, PL_REF(int32_t, x, B + 4))
{
    PL_TILE(int32_t, was, B + 4);
    PL_EACH ((c, B + 4))
        was[c] = PL_INSIDE(x, c) ? x[c] : 5;
    PL_EACH ((c, B))
        x[c + 2] = (was[c] - 2 * was[c + 1] + was[c + 2] + was[c + 3] + was[c + 4]) % 100;
}
PL_CALL(spread_all, spread, PL_SIZES(n), PL_GRID((t, 2), (i, PL_CDIV(n, B))),
        PL_INOUT(int32_t, x, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 4, 2, B + 1)), (i * B))))

static int32_t around(int at, int n)
{
    return at < 0 || at >= n ? 5 : expected[at];
}

static void expect_spread(int n)
{
    for (int i = 0; i < n; i += B) {
        int32_t made[B];
        for (int e = i; e < i + B; e++)
            made[e - i] = (around(e - 2, n) - 2 * around(e - 1, n) + around(e, n) + around(e + 1, n) + around(e + 2, n)) % 100;
        for (int e = i; e < i + B && e < n; e++)
            expected[e] = made[e - i];
    }
}

TEST(windows_past_both_ends)
{
    for (int n = 1; n < 44; n += 6) {
        fill();
        for (int t = 0; t < 3; t++)
            for (int e = 1; e < n - 1; e++)
                expected[e] = (expected[e - 1] + expected[e + 1]) / 2;
        EXPECT(relax_all(n, data) == 0);
        compare();
        fill();
        expect_spread(n), expect_spread(n);
        EXPECT(spread_all(n, data) == 0);
        compare();
    }
}

// ---- Windows whose places and lengths are data ----

enum { LONGEST = 12 };

enum { TURNS = 7 };

PL_KERNEL(turn, PL_SMEM_REF(const int32_t, at, TURNS, 2), PL_REF(int32_t, x, LONGEST))
{
    PL_TILE(int32_t, was, LONGEST);
    PL_EACH ((c, LONGEST))
        was[c] = c < PL_SIZE(x, 0) ? x[c] : 0;
    PL_EACH ((c, LONGEST))
        if (c < PL_SIZE(x, 0))
            x[c] = (was[PL_SIZE(x, 0) - 1 - c] + was[c] + 1) % 1000;
}
PL_CALL(turn_all, turn, PL_SIZES(n), PL_GRID((i, TURNS)), PL_PREFETCH(int32_t, at, (TURNS, 2)),
        PL_INOUT(int32_t, x, (n), PL_BLOCKSPEC((PL_BOUNDED(LONGEST)), (PL_DS(at[i][0], at[i][1])))))

TEST(bounded_windows_in_any_order)
{
    static const int32_t at[TURNS][2] = { { 0, 12 }, { 5, 7 }, { 3, 12 }, { 18, 12 }, { 3, 1 }, { 29, 1 }, { 16, 11 } };
    fill();
    for (int i = 0; i < TURNS; i++) {
        int32_t was[LONGEST], from = at[i][0], length = at[i][1];
        memcpy(was, expected + from, sizeof was);
        for (int c = 0; c < length; c++)
            expected[from + c] = (was[length - 1 - c] + was[c] + 1) % 1000;
    }
    EXPECT(turn_all(30, *at, data) == 0);
    compare();
}

// ---- Sums of windows, as of a signal that is put together again ----

PL_KERNEL(add_to_window, PL_REF(const int32_t, y, B), PL_REF(int32_t, x, B))
{
    PL_EACH ((c, B))
        x[c] = (x[c] + y[(c + 1) % B]) % 1000;
}
PL_CALL(overlap_add, add_to_window, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(int32_t, y, (m, B), PL_BLOCKSPEC((PL_NONE, B), (i, 0))),
        PL_INOUT(int32_t, x, (3 * m + B), PL_BLOCKSPEC((PL_ELEMENT(B, 0, 0)), (3 * i))))

TEST(overlap_and_add)
{
    enum { M = 11 };
    int32_t y[M * B];
    fill();
    for (int i = 0; i < M; i++)
        for (int c = 0; c < B; c++)
            y[i * B + c] = 7 * i - c;
    for (int i = 0; i < M; i++)
        for (int c = 0; c < B; c++)
            expected[3 * i + c] = (expected[3 * i + c] + y[i * B + (c + 1) % B]) % 1000;
    EXPECT(overlap_add(M, y, data) == 0);
    compare();
}

// ---- PL_DOT adds to windows that overlap ----

enum { ROWS = 16, STEP = 12, DEPTH = 16 };

PL_KERNEL(add_product, PL_REF(const float, a, ROWS, DEPTH), PL_REF(const float, b, DEPTH, ROWS), PL_REF(float, z, ROWS, ROWS))
{
    PL_DOT(z, a, b);
}
PL_CALL(add_products, add_product, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(float, a, (m, ROWS, DEPTH), PL_BLOCKSPEC((PL_NONE, ROWS, DEPTH), (i, 0, 0))),
        PL_IN(float, b, (m, DEPTH, ROWS), PL_BLOCKSPEC((PL_NONE, DEPTH, ROWS), (i, 0, 0))),
        PL_INOUT(float, z, (m * STEP + 4, ROWS), PL_BLOCKSPEC((PL_ELEMENT(ROWS, 0, 0), ROWS), (i * STEP, 0))))

TEST(products_added_to_windows)
{
    enum { M = 4 };
    static float a[M * ROWS * DEPTH], b[M * DEPTH * ROWS], z[(M * STEP + 4) * ROWS], wanted[(M * STEP + 4) * ROWS];
    for (int e = 0; e < M * ROWS * DEPTH; e++)
        a[e] = (float)(e * 7 % 9 - 4), b[e] = (float)(e * 5 % 11 - 5);
    for (int e = 0; e < (M * STEP + 4) * ROWS; e++)
        z[e] = wanted[e] = (float)(e % 13);
    for (int i = 0; i < M; i++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < ROWS; c++)
                for (int k = 0; k < DEPTH; k++)
                    wanted[(i * STEP + r) * ROWS + c] += a[(i * ROWS + r) * DEPTH + k] * b[(i * DEPTH + k) * ROWS + c];
    EXPECT(add_products(M, a, b, z) == 0);
    for (int e = 0; e < (M * STEP + 4) * ROWS; e++)
        test_equal_("z", e, (double)z[e], (double)wanted[e], __FILE__, __LINE__);
}

// ---- An array that is read and written through different windows ----

PL_KERNEL(add_next, PL_REF(const int32_t, y, B + 1), PL_REF(int32_t, x, B))
{
    PL_EACH ((c, B))
        x[c] = (y[c] - 3 * y[c + 1]) % 1000;
}
PL_CALL(add_next_all, add_next, PL_SIZES(n), PL_GRID((i, n / B)),
        PL_IN (int32_t, y, (n + 1), PL_BLOCKSPEC((PL_ELEMENT(B + 1, 0, 0)), ((n / B - 1 - i) * B))),
        PL_OUT(int32_t, x, (n + 1), PL_BLOCKSPEC((PL_ELEMENT(B, 0, 0)), ((n / B - 1 - i) * B), PL_ALIAS(y))))

TEST(an_alias_reads_what_the_step_before_wrote)
{
    enum { N = 48 };
    fill();
    for (int i = N - B; i >= 0; i -= B) {
        int32_t was[B + 1];
        memcpy(was, expected + i, sizeof was);
        for (int c = 0; c < B; c++)
            expected[i + c] = (was[c] - 3 * was[c + 1]) % 1000;
    }
    EXPECT(add_next_all(N, data, data) == 0);
    compare();
}

int main(void)
{
    RUN(the_next_window_begins_with_the_last_element);
    RUN(windows_that_move_back);
    RUN(rows_that_depend_on_the_row_before);
    RUN(sums_of_the_rows_before);
    RUN(a_wave_front);
    RUN(windows_past_both_ends);
    RUN(bounded_windows_in_any_order);
    RUN(overlap_and_add);
    RUN(products_added_to_windows);
    RUN(an_alias_reads_what_the_step_before_wrote);
    return test_end();
}
