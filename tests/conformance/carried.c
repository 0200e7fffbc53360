// carried.c -- scratch that each program writes before it reads it, which no axis carries, and scratch whose first write may
// not happen, which the axis of the grid carries. ../golden/explain/carried.axes has the kind of each axis.

#include <pallas.h>
#include "../test.h"

enum { N = 4, PROGRAMS = 3 };

#define PARTS \
    PL_SIZES(m), PL_GRID((i, m)), PL_IN (float, x, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))), \
    PL_OUT(float, z, (m, N), PL_BLOCKSPEC((PL_NONE, N), (i, 0))), PL_SCRATCH(float, (N))

// A negative element of a program's x prevents the write to the scratch, and program 0 has none.
static const float input[PROGRAMS * N] = { 1, 2, 3, 4, 50, 60, -70, 80, 500, 600, 700, 800 };

// ---- A return of a helper, in a loop: in the kernel it becomes a jump past the write ----

PL_FUNCTION(void, clear_unless_negative, PL_REF(const float, x, N), PL_REF(float, s, N))
{
    for (int c = 0; c < N; c++)
        if (x[c] < 0)
            return;
    PL_FILL(s, 0);
}

PL_KERNEL(returns_kernel, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N))
{
    clear_unless_negative(PL_PASS(x), PL_PASS(s));
    PL_EACH ((c, N))
        s[c] += x[c];
    PL_ASSIGN(z, s);
}

PL_CALL(returns, returns_kernel, PARTS)

TEST(return_before_the_write)
{
    float z[PROGRAMS * N];
    EXPECT(!returns(PROGRAMS, input, z));
    EXPECT_INTS(z, PROGRAMS * N, 1, 2, 3, 4, 51, 62, -67, 84, 500, 600, 700, 800);
}

// ---- A loop whose first iteration certainly runs, and writes the scratch: each axis is parallel ----

#define KERNEL(name, ...) \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N)) { __VA_ARGS__ } \
    PL_CALL(name, name##_kernel, PARTS)
#define ADD PL_EACH ((c, N)) s[c] += x[c];
#define COPY PL_ASSIGN(z, s);

KERNEL(in_loop, PL_LOOP (k, 0, 3) { PL_FILL(s, 0); ADD } COPY)
KERNEL(in_for, for (int k = 0; k < 3; k++) { PL_FILL(s, 0); ADD } COPY)
KERNEL(in_do, int k = 0; do { PL_FILL(s, 0); ADD } while (++k < 3); COPY)
KERNEL(in_two, PL_LOOP (k, 0, 3) for (int j = 5; j >= 0; j--) { PL_FILL(s, 0); ADD } COPY)
KERNEL(of_known_length, const unsigned n = N / 2; for (unsigned k = 0; k < n; k++) { PL_FILL(s, 0); ADD } COPY)
KERNEL(by_each, PL_LOOP (k, 0, PL_DIM(x, 0)) { PL_EACH ((c, N)) s[c] = x[c]; } COPY)
KERNEL(at_the_start, PL_LOOP (k, 2, 5, 2) { PL_WHEN (k == 2) PL_FILL(s, 0); ADD } COPY)
KERNEL(counting_down, for (int k = 3; k > 0; k -= 2) { PL_WHEN (k == 3) PL_FILL(s, 0); ADD } COPY)
KERNEL(then_ends, PL_LOOP (k, 0, 3) { PL_WHEN (k == 0) PL_FILL(s, 0); ADD if (x[2] < 0) break; } COPY)
KERNEL(ends_later, PL_LOOP (k, 0, 3) { if (k == 2) break; PL_WHEN (k == 0) PL_FILL(s, 0); ADD } COPY)
KERNEL(inner_loop_ends, PL_LOOP (k, 0, 3) {
    for (int j = 0; j < N; j++) {
        if (x[j] < 0)
            break;
        if (x[j] == 1)
            continue;
    }
    PL_FILL(s, 0);
    ADD
} COPY)

typedef int Call(long m, const float *x, float *z);

TEST(written_in_the_first_iteration)
{
    static const struct { Call *call; int times[PROGRAMS]; } all[] = {  // how often x is added after the last PL_FILL
        { in_loop, { 1, 1, 1 } }, { in_for, { 1, 1, 1 } }, { in_do, { 1, 1, 1 } }, { in_two, { 1, 1, 1 } },
        { of_known_length, { 1, 1, 1 } }, { by_each, { 1, 1, 1 } }, { at_the_start, { 2, 2, 2 } },
        { counting_down, { 2, 2, 2 } }, { then_ends, { 3, 1, 3 } }, { ends_later, { 2, 2, 2 } },
        { inner_loop_ends, { 1, 1, 1 } },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        float z[PROGRAMS * N];
        EXPECT(!all[i].call(PROGRAMS, input, z));
        for (int k = 0; k < PROGRAMS * N; k++)
            EXPECT(z[k] == (float)all[i].times[k / N] * input[k]);
    }
}

// ---- A first iteration that may not run, or may not write: each axis is sequential ----

KERNEL(may_be_empty, PL_LOOP (k, 0, x[2] > 0) PL_FILL(s, 0); ADD COPY)
KERNEL(empty_later, PL_LOOP (k, PL_PROGRAM_ID(0), 1) PL_FILL(s, 0); ADD COPY)
KERNEL(never_runs, PL_LOOP (k, 0, 0) PL_FILL(s, 0); if (x[2] > 0) PL_FILL(s, 0); ADD COPY)
KERNEL(in_the_last_one, for (int k = 3; k > 0; k -= 2) {
    if (k == 1 || x[2] > 0)
        PL_FILL(s, 0);
    ADD
    PL_WHEN (k == 3)
        COPY
})
KERNEL(breaks, PL_LOOP (k, 0, 3) { if (x[2] < 0) break; PL_FILL(s, 0); ADD } COPY)
KERNEL(continues, PL_LOOP (k, 0, 3) { if (x[2] < 0) continue; PL_FILL(s, 0); ADD } COPY)
KERNEL(continues_in_switch, PL_LOOP (k, 0, 3) {
    switch ((int)x[2]) {
    case -70:
        continue;
    }
    PL_FILL(s, 0);
    ADD
} COPY)
KERNEL(on_condition, PL_LOOP (k, 0, 3) { if (x[2] > 0) PL_FILL(s, 0); ADD } COPY)
KERNEL(in_a_case, PL_LOOP (k, 0, 3) {
    switch (x[2] > 0 ? 1 : 0) {
    case 1:
        PL_FILL(s, 0);
    }
    ADD
} COPY)
KERNEL(in_another_iteration, PL_LOOP (k, 0, 3) {
    PL_WHEN (k == PL_PROGRAM_ID(0))
        PL_FILL(s, 0);
    ADD
    PL_WHEN (k == 0)
        COPY
})
KERNEL(index_changes, for (int k = 0; k < 3; k++) { if (x[2] < 0) k = 2; PL_WHEN (k == 0) PL_FILL(s, 0); ADD } COPY)
KERNEL(loop_index_changes, PL_LOOP (k, 0, 3) { if (x[2] < 0) k = 2; PL_WHEN (k == 0) PL_FILL(s, 0); ADD } COPY)
KERNEL(most_elements, PL_LOOP (k, 0, 3) { PL_EACH ((c, N - (PL_PROGRAM_ID(0) > 0))) s[c] = x[c]; } COPY)

TEST(not_certainly_written)
{
    static const struct { Call *call; int z[PROGRAMS - 1][2]; } all[] = {   // z[0] and z[3] of programs 1 and 2
        { may_be_empty, { { 51, 84 }, { 500, 800 } } },         { empty_later, { { 51, 84 }, { 551, 884 } } },
        { never_runs, { { 51, 84 }, { 500, 800 } } },           { in_the_last_one, { { 51, 84 }, { 500, 800 } } },
        { breaks, { { 1, 4 }, { 500, 800 } } },                 { continues, { { 1, 4 }, { 500, 800 } } },
        { continues_in_switch, { { 1, 4 }, { 500, 800 } } },    { on_condition, { { 151, 244 }, { 500, 800 } } },
        { in_a_case, { { 151, 244 }, { 500, 800 } } },          { in_another_iteration, { { 53, 92 }, { 600, 960 } } },
        { index_changes, { { 53, 92 }, { 1500, 2400 } } },      { loop_index_changes, { { 53, 92 }, { 1500, 2400 } } },
        { most_elements, { { 50, 4 }, { 500, 4 } } },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        float z[PROGRAMS * N];
        EXPECT(!all[i].call(PROGRAMS, input, z));
        for (int p = 1; p < PROGRAMS; p++)
            EXPECT(z[p * N] == (float)all[i].z[p - 1][0] && z[p * N + N - 1] == (float)all[i].z[p - 1][1]);
    }
}

// ---- A substitution: the sums of its first step have no terms, and read nothing unwritten ----

PL_KERNEL(substitution_kernel, PL_SCALAR(long, n), PL_REF(const float, y, n), PL_REF(float, x, n), PL_REF(float, after, n))
{
    PL_LOOP (k, 0, n) {
        const long i = n - 1 - k;
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (j, i + 1, n), x[j]);
        after[i] = 0;
        PL_LOOP (j, i + 1, n)
            after[i] += x[j];
        x[i] = y[i] - sum;
    }
}

PL_CALL(substitution, substitution_kernel, PL_SCALAR(long, n), PL_GRID(), PL_IN(float, y, (n), PL_WHOLE), PL_OUT(float, x, (n), PL_WHOLE),
        PL_OUT(float, after, (n), PL_WHOLE))

TEST(substitution_begins_with_no_terms)
{
    const float y[4] = { 1, 2, 3, 4 }, expected[4] = { -1, -1, -1, 4 }, sums[4] = { 2, 3, 4, 0 };
    float x[4], after[4];
    EXPECT(!substitution(4, y, x, after));
    for (int i = 0; i < 4; i++)
        EXPECT(x[i] == expected[i] && after[i] == sums[i]);
}

int main(void)
{
    RUN(substitution_begins_with_no_terms);
    RUN(return_before_the_write);
    RUN(written_in_the_first_iteration);
    RUN(not_certainly_written);
    return test_end();
}
