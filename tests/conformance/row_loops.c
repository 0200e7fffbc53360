// row_loops.c -- a PL_EACH over rows with reductions, and with loops, conditions and switches of C; sums of the steps of an axis.

#include <pallas.h>
#include "../test.h"

enum { R = 8, C = 64, BINS = 3, STEPS = 3 };

PL_KERNEL(bins_kernel, PL_REF(const int32_t, x, R, C), PL_REF(int32_t, bins, R, BINS), PL_REF(int32_t, steps, R))
{
    PL_EACH ((r, R)) {
        int32_t top = 0, found[BINS] = { 0 }, bit = 1;
        PL_REDUCE (top, PL_MAX, (c, C), x[r][c]);
        for (int k = 0; k < BINS; k++)
            found[k] = (top + k) % 5;
        while (bit <= top)
            bit *= 2;
        if (!PL_FIRST(1))
            for (int k = 0; k < BINS; k++)
                found[k] += bins[r][k];
        for (int k = 0; k < BINS; k++) {
            int32_t more = k;
            more += found[k];
            bins[r][BINS - 1 - k] = more;
        }
        switch (top % 3) {
        case 0: steps[r] = bit; break;
        case 1: steps[r] = bit + 1; // falls through
        default: steps[r] += found[0];
        }
    }
}

PL_CALL(fill_bins, bins_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, R)), (j, STEPS)),
        PL_IN   (int32_t, x,     (m, STEPS * C), PL_BLOCKSPEC((R, C), (i, j), PL_EDGE(0))),
        PL_OUT  (int32_t, bins,  (m, BINS),      PL_BLOCKSPEC((R, BINS), (i, 0))),
        PL_INOUT(int32_t, steps, (m),            PL_BLOCKSPEC((R), (i))))

static void bins_of(long m)
{
    static int32_t x[3 * R][STEPS * C];
    int32_t bins[3 * R][BINS], steps[3 * R];
    for (long r = 0; r < m; r++) {
        steps[r] = (int32_t)r;
        for (int c = 0; c < STEPS * C; c++)
            x[r][c] = (int32_t)((r * 7 + c * 13) % (60 + 3 * r));
    }
    EXPECT(fill_bins(m, *x, *bins, steps) == 0);
    for (long r = 0; r < m; r++) {
        int32_t want[BINS] = { 0 }, last = (int32_t)r;
        for (int j = 0; j < STEPS; j++) {
            int32_t top = 0, bit = 1, found[BINS];
            for (int c = 0; c < C; c++)
                top = x[r][j * C + c] > top ? x[r][j * C + c] : top;
            while (bit <= top)
                bit *= 2;
            for (int k = 0; k < BINS; k++)
                found[k] = (top + k) % 5 + (j ? want[k] : 0);
            for (int k = 0; k < BINS; k++)
                want[BINS - 1 - k] = k + found[k];
            last = top % 3 == 0 ? bit : (top % 3 == 1 ? bit + 1 : last) + found[0];
        }
        EXPECT(steps[r] == last);
        for (int k = 0; k < BINS; k++)
            EXPECT(bins[r][k] == want[k]);
    }
}

TEST(loops_within_rows)
{
    bins_of(2 * R);
    bins_of(2 * R + 3);
}

// ---- A block that each step of an axis reads, adds to and writes: by the lanes of one row ----

PL_FUNCTION(void, add_to_sums, PL_REF(const float, x, 48, 32), PL_REF(float, s, 48))
{
    PL_EACH ((r, 48)) {
        float part = s[r];
        PL_REDUCE (part, PL_ADD, (c, 32), x[r][c]);
        s[r] = part;
    }
}

PL_KERNEL(carried_sums, PL_REF(const float, x, 48, 32), PL_REF(float, s, 48))
{
    add_to_sums(PL_PASS(x), PL_PASS(s));
}

PL_CALL(add_rows, carried_sums, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 32))),
        PL_IN (float, x, (48, n), PL_BLOCKSPEC((48, 32), (0, i), PL_EDGE(0))), PL_INOUT(float, s, (48), PL_BLOCKSPEC((48), (0))))

PL_KERNEL(fresh_sums, PL_REF(const float, x, 48, 32), PL_REF(float, s, 48))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(s, 0);
    add_to_sums(PL_PASS(x), PL_PASS(s));
}

PL_CALL(sum_rows, fresh_sums, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 32))),
        PL_IN (float, x, (48, n), PL_BLOCKSPEC((48, 32), (0, i), PL_EDGE(0))), PL_OUT(float, s, (48), PL_BLOCKSPEC((48), (0))))

TEST(rows_of_all_steps)
{
    static float x[48][70];
    float s[48], added[48];
    for (int e = 0; e < 48 * 70; e++)
        x[e / 70][e % 70] = (float)(e * 7 % 11);
    for (int r = 0; r < 48; r++)
        added[r] = (float)r;
    EXPECT(sum_rows(70, *x, s) == 0);
    EXPECT(add_rows(70, *x, added) == 0);
    for (int r = 0; r < 48; r++) {
        float sum = 0;
        for (int c = 0; c < 70; c++)
            sum += x[r][c];
        EXPECT(s[r] == sum);
        EXPECT(added[r] == sum + (float)r);
    }
}

// ---- continue: in a PL_EACH, for its iteration; outside, for that of the loop around it, whose condition reads a block ----

PL_KERNEL(halve_kernel, PL_REF(const float, x, R, C), PL_REF(float, z, R, C), PL_REF(float, top, 1))
{
    PL_EACH ((r, R), (c, C))
        z[r][c] = x[r][c];
    PL_FILL(top, 100);
    for (int k = 0; top[0] > 3; k++) {
        PL_EACH ((r, R), (c, C)) {
            if (z[r][c] < 1)
                continue;
            z[r][c] *= 0.5f;
        }
        if (k % 2 == 0) {
            PL_FILL(top, 50);
            continue;
        }
        PL_FILL(top, 0);
        PL_REDUCE (top[0], PL_MAX, ((r, R), (c, C)), z[r][c]);
    }
}

PL_CALL(halve, halve_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (float, x, (m, C), PL_BLOCKSPEC((R, C), (i, 0), PL_EDGE(0))), PL_OUT(float, z, (m, C), PL_BLOCKSPEC((R, C), (i, 0))),
        PL_OUT(float, top, (PL_CDIV(m, R)), PL_BLOCKSPEC((1), (i))))

TEST(continue_of_the_lanes_loop_and_of_the_loop_around_it)
{
    static float x[2 * R][C], z[2 * R][C], want[2 * R][C];
    float top[2];
    for (int e = 0; e < 2 * R * C; e++)
        want[e / C][e % C] = x[e / C][e % C] = (float)(e * 37 % 101) * (e < R * C ? 0.01f : 0.5f);
    EXPECT(halve(2 * R - 1, *x, *z, top) == 0);
    for (int b = 0; b < 2; b++) {
        float most = 4;
        while (most > 3) {
            most = 0;
            for (int e = b * R * C; e < (b ? 2 * R - 1 : R) * C; e++) {
                float *v = &want[e / C][e % C];
                for (int k = 0; k < 2; k++)
                    *v *= *v < 1 ? 1 : 0.5f;
                most = *v > most ? *v : most;
            }
        }
        EXPECT(top[b] == most);
    }
    for (int e = 0; e < (2 * R - 1) * C; e++)
        EXPECT(z[e / C][e % C] == want[e / C][e % C]);
}

int main(void)
{
    RUN(loops_within_rows);
    RUN(rows_of_all_steps);
    RUN(continue_of_the_lanes_loop_and_of_the_loop_around_it);
    return test_end();
}
