// exchanged_windows.c -- work-items read and write each other's elements of a window, again and again: on targets with local memory it is a
// copy there.

#include <pallas.h>
#include "../test.h"

enum { BLOCK = 64, MOST = 4 * BLOCK };

// ---- Sorted in place ----

PL_FUNCTION(void, exchange, PL_SCALAR(long, size), PL_SCALAR(long, by), PL_REF(float, t, BLOCK))
{
    PL_EACH ((e, BLOCK / 2)) {
        long a = e / by * 2 * by + e % by, b = a + by;
        float p = t[a], q = t[b];
        bool swap = (p > q) != (bool)(a & size);
        t[a] = swap ? q : p;
        t[b] = swap ? p : q;
    }
}

PL_KERNEL(sort_kernel, PL_REF(float, x, BLOCK))
{
    for (long size = 2; size <= BLOCK; size *= 2)
        for (long by = size / 2; by >= 1; by /= 2)
            exchange(size, by, PL_PASS(x));
}

// Elements past the end are largest, and stay there.
PL_CALL(sort, sort_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, BLOCK))),
        PL_INOUT(float, x, (n), PL_BLOCKSPEC((BLOCK), (i), PL_EDGE(1000))))

static bool is_sorted(const float *given, const float *sorted, long count)
{
    for (long e = 0; e < count; e++) {                  // each value is as often in both
        long before = 0, now = 0;
        for (long o = 0; o < count; o++)
            before += given[o] == given[e], now += sorted[o] == given[e];
        if (before != now || (e && sorted[e] < sorted[e - 1]))
            return false;
    }
    return true;
}

TEST(blocks_sorted_in_place)
{
    static const long counts[] = { MOST, MOST - 1, BLOCK + 7, 3 };
    float given[MOST], sorted[MOST];
    for (int i = 0; i < 4; i++) {
        for (long e = 0; e < MOST; e++)
            given[e] = sorted[e] = (float)(e * 37 % 61 - 30);
        EXPECT(sort(counts[i], sorted) == 0);
        for (long b = 0; b < counts[i]; b += BLOCK)
            EXPECT(is_sorted(given + b, sorted + b, counts[i] - b < BLOCK ? counts[i] - b : BLOCK));
        for (long e = counts[i]; e < MOST; e++)
            EXPECT(sorted[e] == given[e]);
    }
}

// ---- An output that is set first, and then turned round one element a step ----

PL_KERNEL(turn_kernel, PL_SCALAR(long, steps), PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_ASSIGN(z, x);
    for (long s = 0; s < steps; s++) {
        PL_TILE(float, next, BLOCK);
        PL_EACH ((e, BLOCK))
            next[e] = z[(e + 1) % BLOCK];
        PL_EACH ((e, BLOCK))
            z[(e + BLOCK / 2) % BLOCK] = next[e];
    }
}

PL_CALL(turn, turn_kernel, PL_SIZES(n), PL_SCALAR(long, steps), PL_GRID((i, n / BLOCK)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

TEST(an_output_that_is_turned)
{
    float given[MOST], turned[MOST];
    for (long e = 0; e < MOST; e++)
        given[e] = (float)e;
    for (long steps = 0; steps < 4; steps++) {
        EXPECT(turn(MOST, steps, given, turned) == 0);
        for (long e = 0; e < MOST; e++) {
            const long block = e / BLOCK * BLOCK, from = (e % BLOCK + steps * (1 + BLOCK / 2)) % BLOCK;
            EXPECT(turned[e] == given[block + from]);
        }
    }
}

int main(void)
{
    RUN(blocks_sorted_in_place);
    RUN(an_output_that_is_turned);
    return test_end();
}
