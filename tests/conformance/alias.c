// alias.c -- arrays that are both input and output: PL_INOUT, PL_ALIAS, PL_REVISIT_ANY; and arrays that must not overlap.

#include <pallas.h>
#include "../test.h"

enum { N = 12, B = 3, STEPS = N / B };

// ---- PL_ALIAS: two refs, one array ----

PL_KERNEL(add_ten, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = (int32_t)((int64_t)x[c] + 10);
}

PL_CALL(alias_same_map, add_ten,
        PL_GRID((i, STEPS)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i), PL_ALIAS(x))))

TEST(an_alias_with_the_same_map)
{
    int32_t x[N] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    EXPECT(alias_same_map(x, x) == 0);
    EXPECT_INTS(x, N, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21);
}

// Each step reads the elements that the previous step has written: its block is in the array when the next one is fetched.
PL_CALL(alias_next_block, add_ten,
        PL_GRID((i, STEPS - 1)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i + 1), PL_ALIAS(x))))

TEST(a_fetch_sees_what_was_written_before)
{
    int32_t x[N] = { 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
    EXPECT(alias_next_block(x, x) == 0);
    EXPECT_INTS(x, N, 1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 32, 33);
}

// One array as 6 rows of 4 blocks and as 12 rows of 2 blocks: blocks of the same size have different elements.
enum { SIDE = 4 };

PL_KERNEL(subtract, PL_REF(const int32_t, y, SIDE, SIDE), PL_REF(int32_t, x, SIDE, SIDE))
{
    PL_EACH ((r, SIDE), (c, SIDE))
        x[r][c] = (3 * x[r][c] - y[r][c]) % 1000;
}
PL_CALL(subtract_all, subtract, PL_GRID((i, 6), (j, 4)),
        PL_IN (int32_t, y, (12 * SIDE, 2 * SIDE), PL_BLOCKSPEC((SIDE, SIDE), (2 * i + j / 2, j % 2))),
        PL_OUT(int32_t, x, (6 * SIDE, 4 * SIDE), PL_BLOCKSPEC((SIDE, SIDE), (i, j), PL_ALIAS(y))))

TEST(an_alias_of_another_shape)
{
    enum { ALL = 24 * SIDE * SIDE };
    int32_t data[ALL], expected[ALL];
    for (int e = 0; e < ALL; e++)
        data[e] = expected[e] = e * 37 % 23 - 11;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 4; j++) {
            int32_t y[SIDE][SIDE];
            for (int r = 0; r < SIDE; r++)
                memcpy(y[r], expected + ((2 * i + j / 2) * SIDE + r) * 2 * SIDE + j % 2 * SIDE, sizeof y[r]);
            for (int r = 0; r < SIDE; r++)
                for (int c = 0; c < SIDE; c++) {
                    int32_t *e = &expected[(i * SIDE + r) * 4 * SIDE + j * SIDE + c];
                    *e = (3 * *e - y[r][c]) % 1000;
                }
        }
    EXPECT(subtract_all(data, data) == 0);
    for (int e = 0; e < ALL; e++)
        EXPECT(data[e] == expected[e]);
}

// A block that is fetched once keeps its contents, even if the array is written meanwhile: in steps 0 and
// 1 the input's index is the same, so the second step does not see the writes of the first.
PL_CALL(alias_kept_block, add_ten,
        PL_GRID((i, STEPS)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((B), (i / 2))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i), PL_ALIAS(x))))

TEST(a_window_that_stays_is_not_fetched_again)
{
    int32_t x[N] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
    EXPECT(alias_kept_block(x, x) == 0);
    // Block 0 becomes x0 + 10, and so does block 1; the next fetch is of block 1, now x0 + 10, for blocks 2 and 3.
    EXPECT_INTS(x, N, 11, 12, 13, 11, 12, 13, 21, 22, 23, 21, 22, 23);
}

// An aliased output is read back at every visit: elements that are not written keep their values.
PL_KERNEL(add_neighbour_to_odd, PL_REF(const int32_t, x, B + 1), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        if (c % 2)
            z[c] = (int32_t)((int64_t)x[c] + x[c + 1]);
}

PL_CALL(alias_partly, add_neighbour_to_odd,
        PL_GRID((i, STEPS)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((PL_ELEMENT(B + 1, 0, 1)), (i * B), PL_EDGE(0))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i), PL_ALIAS(x))))

TEST(an_alias_may_stay_partly_unwritten)
{
    int32_t x[N] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
    EXPECT(alias_partly(x, x) == 0);
    EXPECT_INTS(x, N, 1, 5, 3, 4, 11, 6, 7, 17, 9, 10, 23, 12);
}

// An aliased output is read back when it is visited again.
PL_KERNEL(add_to, PL_REF(const int32_t, y, B), PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_WHEN (PL_FIRST(0))
        PL_ASSIGN(z, x);
    PL_EACH ((c, B))
        z[c] = (int32_t)((int64_t)z[c] + y[c]);
}

PL_CALL(alias_revisited, add_to,
        PL_GRID((k, 3), (i, STEPS)),
        PL_IN (int32_t, y, (3), PL_WHOLE),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i), PL_ALIAS(x))))

TEST(an_alias_may_be_revisited)
{
    const int32_t y[3] = { 1, 10, 100 };
    int32_t x[N] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    EXPECT(alias_revisited(y, x, x) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(x[e] == e + 3 * y[e % B]);
}

// ---- PL_INOUT: one ref ----

PL_KERNEL(double_and_add, PL_REF(int32_t, x, B))
{
    PL_EACH ((c, B))
        x[c] = (int32_t)((int64_t)x[c] * 2 + 1);
}

PL_CALL(inout_revisited, double_and_add,
        PL_SIZES(times),
        PL_GRID((k, times), (i, STEPS)),
        PL_INOUT(int32_t, x, (N), PL_BLOCKSPEC((B), (i))))

PL_CALL(inout_stays, double_and_add,
        PL_SIZES(times),
        PL_GRID((i, STEPS), (k, times)),
        PL_INOUT(int32_t, x, (N), PL_BLOCKSPEC((B), (i))))

PL_CALL(inout_parallel, double_and_add,
        PL_SIZES(times),
        PL_GRID(PL_PARALLEL(i, STEPS), PL_ARBITRARY(k, times)),
        PL_INOUT(int32_t, x, (N), PL_BLOCKSPEC((B), (i))))

static void expect_doubled(int (*call)(long times, int32_t *x), long times)
{
    int32_t x[N];
    for (int e = 0; e < N; e++)
        x[e] = e;
    EXPECT(call(times, x) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(x[e] == ((e + 1) << times) - 1);
}

TEST(an_inout_sees_what_the_last_visit_wrote)
{
    for (long times = 0; times <= 4; times++) {
        expect_doubled(inout_revisited, times);
        expect_doubled(inout_stays, times);
        expect_doubled(inout_parallel, times);
    }
}

// Only some blocks are visited, in an order given by a table; the others are unchanged.
PL_KERNEL(visit, PL_SMEM_REF(const int32_t, order, 6), PL_REF(int32_t, x, B))
{
    PL_EACH ((c, B))
        x[c] = (int32_t)((int64_t)x[c] * 10 + order[PL_PROGRAM_ID(0)] + 1);
}

PL_CALL(inout_some_blocks, visit,
        PL_GRID((i, 6)),
        PL_PREFETCH(int32_t, order, (6)),
        PL_INOUT(int32_t, x, (N - 1), PL_BLOCKSPEC((B), (order[i]))))

TEST(an_inout_may_stay_partly_unwritten)
{
    const int32_t order[6] = { 3, 1, 3, 3, 1, 3 };
    int32_t x[N] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 };
    EXPECT(inout_some_blocks(order, x) == 0);
    EXPECT_INTS(x, N, 5, 5, 5, 522, 522, 522, 5, 5, 5, 54444, 54444, 5);
}

// ---- PL_REVISIT_ANY: an output whose blocks are revisited ----

PL_KERNEL(add_up, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, B))
        z[c] = (int32_t)((int64_t)z[c] + x[c]);
}

PL_CALL(revisit_any, add_up,
        PL_GRID((k, 3), (i, STEPS)),
        PL_IN (int32_t, x, (3, N), PL_BLOCKSPEC((PL_NONE, B), (k, i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i), PL_REVISIT_ANY)))

#if TEST_WRONG_CALLS
PL_CALL(revisit_unasked, add_up,
        PL_GRID((k, 3), (i, STEPS)),
        PL_IN (int32_t, x, (3, N), PL_BLOCKSPEC((PL_NONE, B), (k, i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i))))
#endif

TEST(an_output_may_come_back_when_asked)
{
    int32_t x[3 * N], z[N];
    for (int e = 0; e < 3 * N; e++)
        x[e] = e * e;
    EXPECT(revisit_any(x, z) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(z[e] == x[e] + x[N + e] + x[2 * N + e]);
#if TEST_WRONG_CALLS
    EXPECT(revisit_unasked(x, z) != 0);
    EXPECT(pl_error()[0] != 0);
#endif
}

// ---- Arrays that may share memory, and arrays that may not ----

PL_KERNEL(add_two, PL_REF(const int32_t, x, B), PL_REF(const int32_t, y, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = (int32_t)((int64_t)x[c] + y[c]);
}

PL_CALL(no_alias, add_two,
        PL_GRID((i, STEPS)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((B), (i))),
        PL_IN (int32_t, y, (N), PL_BLOCKSPEC((B), (STEPS - 1 - i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i))))

TEST(an_array_may_be_read_twice)
{
    int32_t x[N + 3], z[N];
    for (int e = 0; e < N + 3; e++)
        x[e] = e;
    EXPECT(no_alias(x, x, z) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(z[e] == e + (STEPS - 1 - e / B) * B + e % B);
    EXPECT(no_alias(x, x + 3, z) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(z[e] == e + 3 + (STEPS - 1 - e / B) * B + e % B);
}

#if PL_CHECKS
TEST(arrays_that_overlap_unasked_are_refused)
{
    int32_t x[2 * N] = { 0 }, y[N] = { 0 };
    EXPECT(no_alias(x, y, x) != 0);
    EXPECT(pl_error()[0] != 0);
    EXPECT(no_alias(x, y, x + N - 1) != 0);
    EXPECT(no_alias(x + N - 1, y, x) != 0);
    EXPECT(no_alias(x, y, x + N) == 0);         // adjacent arrays do not overlap
    EXPECT(no_alias(x + N, y, x) == 0);
}

TEST(an_alias_needs_the_same_pointer)
{
    int32_t x[2 * N] = { 0 };
    EXPECT(alias_same_map(x, x + N) != 0);
    EXPECT(pl_error()[0] != 0);
    EXPECT(alias_same_map(x, x + B) != 0);
    EXPECT(alias_same_map(x + B, x + B) == 0);
}
#endif

int main(void)
{
    RUN(an_alias_with_the_same_map);
    RUN(a_fetch_sees_what_was_written_before);
    RUN(an_alias_of_another_shape);
    RUN(a_window_that_stays_is_not_fetched_again);
    RUN(an_alias_may_stay_partly_unwritten);
    RUN(an_alias_may_be_revisited);
    RUN(an_inout_sees_what_the_last_visit_wrote);
    RUN(an_inout_may_stay_partly_unwritten);
    RUN(an_output_may_come_back_when_asked);
    RUN(an_array_may_be_read_twice);
#if PL_CHECKS
    RUN(arrays_that_overlap_unasked_are_refused);
    RUN(an_alias_needs_the_same_pointer);
#endif
    return test_end();
}
