// helpers.c -- helpers that take blocks, rows, elements, structs and pointers, nested, and called in any place.

#include <pallas.h>
#include "../test.h"

enum { M = 4, N = 6, SCALE = 10 };

// ---- Pointers: to rows, to elements, to variables, to tables ----

struct best { int32_t value, at; };
static const int32_t weights[N] = { 1, 2, 3, 4, 5, 6 };
struct range { int32_t low, high; };
static const struct range range = { 0, 9 };

static int32_t dot(const int32_t *a, const int32_t *b, int n)
{
    int32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void offer(struct best *b, const int32_t *v, int at)
{
    if (*v > b->value) {
        b->value = *v;
        b->at = at;
    }
}

static int32_t sum_of(const int32_t (*rows)[N], int m)
{
    int32_t sum = 0;
    for (int r = 0; r < m; r++)
        for (int c = 0; c < N; c++)
            sum += rows[r][c];
    return sum;
}

static void swap(int32_t *a, int32_t *b)
{
    const int32_t old = *a;
    *a = *b;
    *b = old;
}

static void reverse(int32_t *v, int n)
{
    for (int32_t *last = v + n - 1; v < last; v++, last--)
        swap(v, last);
}

// x is a part of a wider array: its rows are not adjacent.
PL_KERNEL(point_kernel, PL_REF(const int32_t, x, M, N), PL_REF(int32_t, z, M, N), PL_REF(int32_t, facts, M, 8))
{
    int32_t low[N];
    struct best best = { -1000, -1 };
    PL_ASSIGN(z, x);
    PL_LOOP (r, 0, M) {
        const int32_t *row = x[r];
        for (int c = 0; c < N; c++) {
            offer(&best, &row[c], (int)r * N + c);
            low[c] = row[c] % 3;
        }
        facts[r][0] = dot(x[r], weights, N);
        facts[r][1] = dot(row + 1, &weights[1], N - 1);
        facts[r][2] = dot(low, low, N);
        facts[r][3] = dot(low, row, N);
        facts[r][4] = best.value;
        facts[r][5] = best.at;
#if PL_IN_PLACE                                      // rows that are not adjacent: one at a time
        facts[r][6] = 0;
        for (int k = 0; k <= r; k++)
            facts[r][6] += sum_of(x + k, 1);
#else
        facts[r][6] = sum_of(x, (int)r + 1);
#endif
        facts[r][7] = range.high;
        reverse(z[r], N);
        if (r > 0)
            swap(&z[r][0], &z[r - 1][0]);
    }
}

PL_CALL(point, point_kernel, PL_SIZES(n), PL_GRID((i, n / N)),
        PL_IN (int32_t, x, (M, n), PL_BLOCKSPEC((M, N), (0, i))),
        PL_OUT(int32_t, z, (M, n), PL_BLOCKSPEC((M, N), (0, i))),
        PL_OUT(int32_t, facts, (n / N, M, 8), PL_BLOCKSPEC((PL_NONE, M, 8), (i, 0, 0))))

TEST(pointers)
{
    int32_t x[M][2 * N], z[M][2 * N], facts[2][M][8];
    for (int e = 0; e < M * 2 * N; e++)
        x[e / (2 * N)][e % (2 * N)] = e * 7 % 31;
    EXPECT(point(2 * N, &x[0][0], &z[0][0], &facts[0][0][0]) == 0);
    for (int p = 0; p < 2; p++) {
        struct best best = { -1000, -1 };
        int32_t sum = 0, wanted[M][N];
        for (int r = 0; r < M; r++) {
            int32_t d[4] = { 0 };
            for (int c = 0; c < N; c++) {
                const int32_t v = x[r][p * N + c];
                if (v > best.value)
                    best = (struct best){ v, r * N + c };
                d[0] += v * weights[c];
                d[1] += c ? v * weights[c] : 0;
                d[2] += (v % 3) * (v % 3);
                d[3] += (v % 3) * v;
                sum += v;
                wanted[r][N - 1 - c] = v;
            }
            EXPECT_INTS(facts[p][r], 8, d[0], d[1], d[2], d[3], best.value, best.at, sum, 9);
        }
        for (int r = 1; r < M; r++) {
            const int32_t first = wanted[r][0];
            wanted[r][0] = wanted[r - 1][0], wanted[r - 1][0] = first;
        }
        for (int r = 0; r < M; r++)
            for (int c = 0; c < N; c++)
                EXPECT(z[r][p * N + c] == wanted[r][c]);
    }
}

// ---- Blocks ----

PL_FUNCTION(void, add_to, PL_SCALAR(int32_t, by), PL_REF(int32_t, v, 2, N))
{
    PL_EACH ((r, PL_DIM(v, 0)), (c, PL_DIM(v, 1)))
        v[r][c] += by;
}

// It uses the names of its caller with other meanings.
PL_FUNCTION(int32_t, largest, PL_REF(const int32_t, z, M, N), PL_SCALAR(int32_t, r))
{
    int32_t x = INT32_MIN;
    if (r < 0)
        return r;
    PL_REDUCE (x, PL_MAX, (c, N), z[r][c]);
    return x;
}

// Returns from inside of loops.
PL_FUNCTION(int32_t, place_of, PL_REF(const int32_t, v, M, N), PL_SCALAR(int32_t, wanted))
{
    PL_LOOP (r, 0, M)
        for (int c = 0; c < N; c++)
            if (v[r][c] == wanted)
                return (int32_t)r * N + c;
    return -1;
}

PL_FUNCTION(int32_t, place_of_largest, PL_REF(const int32_t, x, M, N))
{
    int32_t top = INT32_MIN;
    PL_LOOP (r, 0, M) {
        const int32_t here = largest(PL_PASS(x), (int32_t)r);
        if (here > top)
            top = here;
    }
    return place_of(PL_PASS(x), top);
}

PL_FUNCTION(void, stamp, PL_REF(int32_t, facts, 4), PL_SCALAR(int32_t, at))
{
    if (at >= 4)
        return;
    facts[at] = (int32_t)(SCALE * PL_PROGRAM_ID(0) + PL_AXIS(i) + PL_NUM_PROGRAMS(0));
}

static int32_t program_times(int32_t by)
{
    return (int32_t)PL_PROGRAM_ID(0) * by;
}

PL_KERNEL(block_kernel, PL_REF(const int32_t, x, M, N), PL_REF(int32_t, z, M, N), PL_REF(int32_t, facts, 4))
{
    int32_t r = 1, by = 100;
    PL_ASSIGN(z, x);
    PL_VIEW(int32_t, upper, z, 2, N);
    PL_VIEW(int32_t, lower, &z[2], 2, N);
    add_to(by * r, PL_PASS(upper));
    add_to(by++, PL_PASS(lower));
    add_to(by++, PL_PASS(lower));
    facts[0] = largest(PL_PASS(x), r) + 1000 * largest(PL_PASS(z), (int32_t)by - 101);
    PL_WHEN (largest(PL_PASS(x), -1) == -1)
        facts[1] = place_of_largest(PL_PASS(x));
    else
        facts[1] = -1;
    facts[2] = program_times(7) + place_of(PL_PASS(x), -5);
    stamp(PL_PASS(facts), 3);
    stamp(PL_PASS(facts), 4);
}

PL_CALL(blocks, block_kernel, PL_SIZES(n), PL_GRID((i, n / N)),
        PL_IN (int32_t, x, (M, n), PL_BLOCKSPEC((M, N), (0, i))),
        PL_OUT(int32_t, z, (M, n), PL_BLOCKSPEC((M, N), (0, i))),
        PL_OUT(int32_t, facts, (n / N, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

TEST(blocks_in_helpers)
{
    int32_t x[M][2 * N], z[M][2 * N], facts[2][4];
    for (int e = 0; e < M * 2 * N; e++)
        x[e / (2 * N)][e % (2 * N)] = e * 7 % 31;
    EXPECT(blocks(2 * N, &x[0][0], &z[0][0], &facts[0][0]) == 0);
    for (int p = 0; p < 2; p++) {
        int32_t top[M], at = 0, all = INT32_MIN;
        for (int r = 0; r < M; r++) {
            top[r] = INT32_MIN;
            for (int c = 0; c < N; c++) {
                const int32_t v = x[r][p * N + c];
                EXPECT(z[r][p * N + c] == v + (r < 2 ? 100 : 201));
                if (v > top[r])
                    top[r] = v;
                if (v > all)
                    all = v, at = r * N + c;
            }
        }
        EXPECT_INTS(facts[p], 4, top[1] + 1000 * (top[1] + 100), at, 7 * p - 1, 11 * p + 2);
    }
}

// ---- Outputs that only a helper writes, whose argument is the block or an address in it ----

static void count_up(int32_t *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = i;
}

PL_KERNEL(count_kernel, PL_REF(int32_t, whole, N), PL_REF(int32_t, halves, N))
{
    count_up(whole, N);
    count_up(halves, N / 2);
    count_up(halves + N / 2, N / 2);
    PL_EACH ((c, N))
        halves[c] += whole[c];
}

PL_CALL(counts, count_kernel, PL_SIZES(n), PL_GRID((i, n / N)),
        PL_OUT(int32_t, whole, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(int32_t, halves, (n), PL_BLOCKSPEC((N), (i))))

TEST(outputs_of_helpers)
{
    int32_t whole[2 * N], halves[2 * N];
    EXPECT(counts(2 * N, whole, halves) == 0);
    for (int e = 0; e < 2 * N; e++) {
        EXPECT(whole[e] == e % N);
        EXPECT(halves[e] == e % N + e % N % (N / 2));
    }
}

int main(void)
{
    RUN(pointers);
    RUN(blocks_in_helpers);
    RUN(outputs_of_helpers);
    return test_end();
}
