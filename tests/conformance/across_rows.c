// across_rows.c -- reductions over the rows of a block, for each of its columns: neighboring work-items have neighboring columns. Values
// are whole numbers, so that sums are exact in any order.

#include <pallas.h>
#include "../test.h"

enum { MOST_ROWS = 130, MOST_COLUMNS = 200 };

static float given[MOST_ROWS * MOST_COLUMNS], made[MOST_ROWS * MOST_COLUMNS];

static void fill(void)
{
    for (long e = 0; e < MOST_ROWS * MOST_COLUMNS; e++)
        given[e] = (float)(e * 37 % 101 - 50);
}

// ---- Sums of columns, and of rows that are added in steps ----

#define SUMS(name, BS)                                                                                                                 \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, m), PL_REF(const float, x, m, BS), PL_REF(float, z, BS))                                  \
    {                                                                                                                                  \
        PL_EACH ((s, BS)) {                                                                                                            \
            float sum = 0;                                                                                                             \
            PL_REDUCE (sum, PL_ADD, (k, m), x[k][s]);                                                                                  \
            z[s] = sum;                                                                                                                \
        }                                                                                                                              \
    }                                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SIZES(n), PL_SCALAR(long, m), PL_GRID((j, PL_CDIV(n, BS))),                                        \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_FULL, BS), (0, j))),                                                             \
            PL_OUT(float, z, (n), PL_BLOCKSPEC((BS), (j))))

SUMS(sums_16, 16)
SUMS(sums_64, 64)
SUMS(sums_96, 96)
SUMS(sums_13, 13)

PL_KERNEL(steps_kernel, PL_REF(const float, x, 40, 32), PL_REF(float, z, 32))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((s, 32))
        PL_REDUCE (z[s], PL_ADD, (k, 40), x[k][s]);
}

PL_CALL(steps, steps_kernel, PL_SIZES(m, n), PL_GRID((j, PL_CDIV(n, 32)), (i, PL_CDIV(m, 40))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((40, 32), (i, j), PL_EDGE(0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((32), (j))))

static bool are_sums(long m, long n)
{
    for (long s = 0; s < n; s++) {
        float sum = 0;
        for (long k = 0; k < m; k++)
            sum += given[k * n + s];
        if (made[s] != sum)
            return false;
    }
    return true;
}

TEST(sums_of_columns)
{
    static const long rows[] = { 1, 3, 17, 130 }, columns[] = { 1, 64, 100, 192 };
    fill();
    for (int i = 0; i < 16; i++) {
        const long m = rows[i / 4], n = columns[i % 4];
        EXPECT(sums_16(n, m, given, made) == 0 && are_sums(m, n));
        EXPECT(sums_64(n, m, given, made) == 0 && are_sums(m, n));
        EXPECT(sums_96(n, m, given, made) == 0 && are_sums(m, n));
        EXPECT(sums_13(n, m, given, made) == 0 && are_sums(m, n));
        EXPECT(steps(m, n, given, made) == 0 && are_sums(m, n));
    }
}

// ---- Results that only the first and the last step access otherwise: lanes have their parts of them from step to step ----

#define FROM(name, T, op, first, PART)                                                                                                 \
    PL_KERNEL(name##_kernel, PL_REF(const T, x, 24, 64), PL_REF(T, z, 64))                                                             \
    {                                                                                                                                  \
        first;                                                                                                                         \
        PL_EACH ((s, 64))                                                                                                              \
            PL_REDUCE (z[s], op, (k, 24), x[k][s]);                                                                                    \
    }                                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SIZES(m, n), PL_GRID((j, PL_CDIV(n, 64)), (i, m / 24)),                                             \
            PL_IN (T, x, (m, n), PL_BLOCKSPEC((24, 64), (i, j))),                                                                      \
            PART(T, z, (n), PL_BLOCKSPEC((64), (j))))

FROM(sum_from_3, float, PL_ADD, PL_WHEN (PL_FIRST(1)) PL_FILL(z, 3), PL_OUT)
FROM(sum_on, double, PL_ADD, , PL_INOUT)
FROM(most_from, int32_t, PL_MAX, PL_WHEN (PL_PROGRAM_ID(1) == 0) PL_FILL(z, 11), PL_OUT)
FROM(least_on, int32_t, PL_MIN, , PL_INOUT)
FROM(all_bits, uint32_t, PL_AND, PL_WHEN (PL_FIRST(1)) PL_FILL(z, ~0u), PL_OUT)
FROM(product_on, uint32_t, PL_MUL, , PL_INOUT)

// The last step reads what other lanes have combined, and there are two results and two axes of steps.
PL_KERNEL(both_kernel, PL_REF(const float, x, 24, 64), PL_REF(float, z, 64), PL_REF(float, most, 64), PL_REF(float, turned, 64))
{
    PL_WHEN (PL_FIRST(1) && PL_FIRST(2)) {
        PL_FILL(z, 0);
        PL_FILL(most, -100);
    }
    PL_EACH ((s, 64))
        PL_REDUCE (z[s], PL_ADD, (k, 24), x[k][s]);
    PL_EACH ((s, 64))
        PL_REDUCE (most[s], PL_MAX, (k, 24), x[k][s]);
    PL_WHEN (PL_LAST(1) && PL_LAST(2))
        PL_EACH ((s, 64))
            turned[s] = z[63 - s] * 1000 + most[63 - s];
}

PL_CALL(both, both_kernel, PL_SIZES(h, m, n), PL_GRID((j, n / 64), (b, h), (i, m / 24)),
        PL_IN (float, x, (h, m, n), PL_BLOCKSPEC((PL_NONE, 24, 64), (b, i, j))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((64), (j))),
        PL_OUT(float, most, (n), PL_BLOCKSPEC((64), (j))),
        PL_OUT(float, turned, (n), PL_BLOCKSPEC((64), (j))))

enum { ROWS = 72, COLUMNS = 192 };
static int32_t numbers[ROWS * COLUMNS], results[COLUMNS];
static double doubles[ROWS * COLUMNS], totals[COLUMNS];

TEST(results_over_steps)
{
    fill();
    for (long n = 64; n <= COLUMNS; n += 48) {             // the last block whole, and not
        for (long e = 0; e < ROWS * n; e++)
            numbers[e] = (int32_t)(e * 37 % 101 - 50), doubles[e] = numbers[e];
        for (long s = 0; s < n; s++)
            totals[s] = 5, results[s] = -20;
        EXPECT(sum_from_3(ROWS, n, given, made) == 0 && sum_on(ROWS, n, doubles, totals) == 0 && least_on(ROWS, n, numbers, results) == 0);
        for (long s = 0; s < n; s++) {
            double sum = 0;
            int32_t least = -20;
            for (long k = 0; k < ROWS; k++) {
                sum += given[k * n + s];
                least = numbers[k * n + s] < least ? numbers[k * n + s] : least;
            }
            EXPECT(made[s] == sum + 3 && totals[s] == sum + 5 && results[s] == least);
        }
        uint32_t *bits = (uint32_t *)numbers, *all = (uint32_t *)results;
        EXPECT(most_from(48, n, numbers, results) == 0);
        for (long s = 0; s < n; s++) {
            int32_t most = 11;
            for (long k = 0; k < 48; k++)
                most = numbers[k * n + s] > most ? numbers[k * n + s] : most;
            EXPECT(results[s] == most);
        }
        EXPECT(all_bits(24, n, bits, all) == 0);
        for (long s = 0; s < n; s++) {
            uint32_t both = ~0u;
            for (long k = 0; k < 24; k++)
                both &= bits[k * n + s];
            EXPECT(all[s] == both);
            all[s] = 3;
        }
        EXPECT(product_on(ROWS, n, bits, all) == 0);
        for (long s = 0; s < n; s++) {
            uint32_t product = 3;
            for (long k = 0; k < ROWS; k++)
                product *= bits[k * n + s];
            EXPECT(all[s] == product);
        }
    }
}

TEST(two_results_and_two_axes)
{
    static float most[64], turned[64];
    fill();
    EXPECT(both(2, 48, 64, given, made, most, turned) == 0);
    for (long s = 0; s < 64; s++) {
        float sum = 0, top = -100;
        for (long k = 0; k < 96; k++) {
            sum += given[k * 64 + s];
            top = given[k * 64 + s] > top ? given[k * 64 + s] : top;
        }
        EXPECT(made[s] == sum && most[s] == top && turned[63 - s] == sum * 1000 + top);
    }
}

// ---- Two reductions and a loop that sets the column, whose elements later statements read in another way ----

PL_KERNEL(norm_kernel, PL_SCALAR(long, m), PL_REF(const float, x, m, 32), PL_REF(float, z, m, 32), PL_REF(float, first, 32))
{
    PL_EACH ((s, 32)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (k, m), x[k][s]);
        PL_REDUCE (sum, PL_ADD, (k, m), x[k][s] - top);
        PL_EACH ((k, m))
            z[k][s] = x[k][s] * 2 + sum;
        PL_REDUCE (sum, PL_ADD, (k, m), z[k][s]);
        first[s] = sum;
    }
    PL_EACH ((s, 32))
        first[s] += z[m - 1][s];
}

PL_CALL(norms, norm_kernel, PL_SIZES(n), PL_SCALAR(long, m), PL_GRID((j, n / 32)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_FULL, 32), (0, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_FULL, 32), (0, j))),
        PL_OUT(float, first, (n), PL_BLOCKSPEC((32), (j))))

TEST(columns_that_are_set)
{
    const long m = 77, n = 160;
    static float firsts[160];
    fill();
    EXPECT(norms(n, m, given, made, firsts) == 0);
    for (long s = 0; s < n; s++) {
        float top = -INFINITY, sum = 0, all = 0;
        bool right = true;
        for (long k = 0; k < m; k++)
            top = given[k * n + s] > top ? given[k * n + s] : top;
        for (long k = 0; k < m; k++)
            sum += given[k * n + s] - top;
        for (long k = 0; k < m; k++) {
            all += given[k * n + s] * 2 + sum;
            right &= made[k * n + s] == given[k * n + s] * 2 + sum;
        }
        EXPECT(right && firsts[s] == sum + all + given[(m - 1) * n + s] * 2 + sum);
    }
}

// ---- A function that does not commute: the last of the largest elements ----

struct last { float value; long at; };

static struct last later(struct last a, struct last b)
{
    return b.value >= a.value ? b : a;
}

PL_KERNEL(last_kernel, PL_SCALAR(long, m), PL_REF(const float, x, m, 48), PL_REF(int32_t, at, 48))
{
    PL_EACH ((s, 48)) {
        struct last found = { -1000, -1 };
        PL_REDUCE (found, later, (k, m), ((struct last){ x[k][s], k }));
        at[s] = (int32_t)found.at;
    }
}

PL_CALL(last, last_kernel, PL_SIZES(n), PL_SCALAR(long, m), PL_GRID((j, n / 48)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_FULL, 48), (0, j))),
        PL_OUT(int32_t, at, (n), PL_BLOCKSPEC((48), (j))))

TEST(last_of_the_largest)
{
    static const long rows[] = { 1, 18, 130 };
    static int32_t places[192];
    for (int i = 0; i < 3; i++) {
        const long n = 192;
        for (long e = 0; e < rows[i] * n; e++)
            given[e] = (float)(e * 7 % 5);
        EXPECT(last(n, rows[i], given, places) == 0);
        for (long s = 0; s < n; s++) {
            long want = 0;
            for (long k = 0; k < rows[i]; k++)
                want = given[k * n + s] >= given[want * n + s] ? k : want;
            EXPECT(places[s] == want);
        }
    }
}

int main(void)
{
    RUN(sums_of_columns);
    RUN(results_over_steps);
    RUN(two_results_and_two_axes);
    RUN(columns_that_are_set);
    RUN(last_of_the_largest);
    return test_end();
}
