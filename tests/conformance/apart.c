// Expressions that a schedule splits: calls of PL_FUNCTIONs and of helpers that use program ids where C may skip
// or repeat them, and side effects in the middle of an expression outside PL_EACH.

#include <pallas.h>
#include "../test.h"

enum { N = 8 };

// ---- Calls --------------------------------------------------------------------------------------------------------

PL_FUNCTION(int32_t, sum_of, PL_REF(const int32_t, x, N))
{
    int32_t all = 0;
    PL_REDUCE (all, PL_ADD, (c, N), x[c]);
    return all;
}

PL_FUNCTION(int32_t, next_of, PL_REF(int32_t, count, 1), PL_SCALAR(int32_t, by))
{
    count[0] += by;
    return count[0];
}

static inline int32_t checked(int32_t v)
{
    PL_CHECK(v < 1000000, "%d is too large", v);
    return v + 1;
}

PL_KERNEL(call_kernel, PL_REF(const int32_t, x, N), PL_REF(int32_t, z, N), PL_REF(int32_t, count, 1))
{
    PL_FILL(z, 0);
    PL_FILL(count, 0);
    int32_t n = x[0] > 100 ? sum_of(PL_PASS(x)) : next_of(PL_PASS(count), 5);                  // 5
    int32_t both = x[0] > 100 && next_of(PL_PASS(count), 1000) > 0;                            // skipped
    int32_t either = x[1] == 2 || next_of(PL_PASS(count), 1000) > 0;                           // skipped
    bool all = x[0] == 1 && next_of(PL_PASS(count), 1) == 6 && next_of(PL_PASS(count), 1) == 7;
    z[0] = n + 10 * both + 100 * either + 1000 * all;
    while (next_of(PL_PASS(count), 1) < 12) {
        if (count[0] == 9)
            continue;
        z[1] += count[0];                                                                      // 8, 10, 11
    }
    for (int32_t i = 0; i < next_of(PL_PASS(count), -1); i++)
        z[2]++;                                                                                // 0 < 11, 1 < 10 … 5 < 6
    do
        z[3] += 2;
    while (next_of(PL_PASS(count), 1) < 9);
    PL_REDUCE (z[4], PL_ADD, (c, N), checked(x[c]));
    PL_REDUCE (z[5], PL_MAX, ((r, 2), (c, N)), checked(x[c] * (r + 1)));
    PL_EACH ((c, 6, N))
        z[c] = x[c] > 7 ? checked(x[c]) : x[c] > 5 && checked(x[c]) < 100 ? 40 : checked(-x[c]);
    z[0] += (z[1]++, next_of(PL_PASS(count), 1) > 0 ? 10000 : 0);
    PL_STORE(z[0], next_of(PL_PASS(count), 100), x[0] == 7);                                   // masked off
    z[7] += count[0] > 90 ? 1 : 0;
}

PL_CALL(call_all, call_kernel, PL_GRID(),
        PL_IN(int32_t, x, (N), PL_WHOLE), PL_OUT(int32_t, z, (N), PL_WHOLE), PL_SCRATCH(int32_t, (1)))

TEST(calls)
{
    int32_t x[N] = { 1, 2, 3, 4, 5, 6, 7, 8 }, z[N];
    EXPECT(call_all(x, z) == 0);
    EXPECT_INTS(z, N, 11105, 30, 6, 8, 44, 17, 40, 9);
}

// ---- Side effects -------------------------------------------------------------------------------------------------

PL_KERNEL(effect_kernel, PL_REF(int32_t, x, N), PL_REF(int32_t, z, N))
{
    int32_t i = 0, before = 100, unused = 0;
    int32_t old = x[0]++, set = x[1] = 7, added;
    PL_FILL(z, 0);
    added = x[2] += 3;
    z[i++] = old + 10 * set;                            // z[0]
    z[i++] = added + before;                            // z[1]
    if (x[3]++ == 3)
        z[i++] = x[3] + 3;                              // z[2]
    while (x[4]-- > 0)
        z[3]++;
    for (i = 4; i < N && x[5]-- > 3; i++)
        z[i] = x[5] + (z[3] += 10);
    unused = (x[6] = 1) && (x[7]++ > 100 || (x[7] += 2) > 9);
    z[7] = unused + x[7];
    switch (x[0]++) {
    case 1:  z[6] = 5; break;
    default: z[6] = 6;
    }
    i = z[6] > 5 ? x[0]++ : x[1]++;
    z[6] += 100 * i;
}

PL_CALL(effect_all, effect_kernel, PL_SIZES(n), PL_GRID((p, PL_CDIV(n, N))),
        PL_INOUT(int32_t, x, (n), PL_BLOCKSPEC((N), (p))), PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((N), (p))))

TEST(effects)
{
    int32_t x[2 * N], z[2 * N];
    for (int i = 0; i < 2 * N; i++)
        x[i] = i % N;
    EXPECT(effect_all(2 * N, x, z) == 0);
    EXPECT_INTS(z, N, 70, 105, 7, 24, 18, 27, 705, 11);
    EXPECT_INTS(x, N, 2, 8, 5, 4, -1, 2, 1, 10);
    EXPECT_INTS(z + N, N, 70, 105, 7, 24, 18, 27, 705, 11);
    EXPECT_INTS(x + N, N, 2, 8, 5, 4, -1, 2, 1, 10);
}

// ---- Atomics ------------------------------------------------------------------------------------------------------

// A value that one lane gets is known to all lanes.
PL_KERNEL(reserve, PL_REF(const int32_t, x, N), PL_REF(int32_t, used, 1), PL_REF(int32_t, z, N))
{
    int32_t mine = 0;
    PL_REDUCE (mine, PL_ADD, (c, N), x[c] > 3 ? 1 : 0);
    int32_t at = PL_ATOMIC_ADD(&used[0], mine);
    if (PL_ATOMIC_ADD(&used[0], 0) < at + mine)
        at = -1000;
    PL_EACH ((c, N))
        z[c] = at;
}

PL_CALL(reserve_all, reserve, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, N))),
        PL_IN(int32_t, x, (n), PL_BLOCKSPEC((N), (i))), PL_INOUT(int32_t, used, (1), PL_ATOMIC),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((N), (i))))

TEST(atomics)
{
    enum { PROGRAMS = 5 };
    int32_t x[PROGRAMS * N], z[PROGRAMS * N], used = 0, seen = 0;
    for (int i = 0; i < PROGRAMS * N; i++)
        x[i] = i % N;
    EXPECT(reserve_all(PROGRAMS * N, x, &used, z) == 0);
    EXPECT(used == PROGRAMS * 4);
    for (int i = 0; i < PROGRAMS * N; i++) {
        EXPECT(z[i] == z[i / N * N] && z[i] % 4 == 0 && z[i] >= 0 && z[i] < 4 * PROGRAMS);
        seen |= 1 << z[i] / 4;
    }
    EXPECT(seen == (1 << PROGRAMS) - 1);
}

int main(void)
{
    RUN(calls);
    RUN(effects);
    RUN(atomics);
    return test_end();
}
