// threads.c -- calls are ordinary functions: several threads make the same one or different ones at the same time. Each has its
// own pl_error(), and they share arrays through PL_ATOMIC.
//
// Threads only record results; main checks them.

#include <pallas.h>
#include <threads.h>
#include "../test.h"

enum { THREADS = 8, ROUNDS = 12 };

// ---- The calls -----------------------------------------------------------------------------------------------------

enum { B = 4, N = 22 };                 // the last block extends past the array

PL_KERNEL(product_kernel, PL_REF(const float, x, B, B), PL_REF(const float, y, B, B), PL_REF(float, z, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(product, product_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B)), (j, PL_CDIV(n, B)), (l, PL_CDIV(n, B))),
        PL_IN (float, x, (n, n), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (n, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((B, B), (i, j))))

PL_KERNEL(sums_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B), PL_REF(int32_t, sum, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    PL_REDUCE (sum[0], PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] : 0);
    PL_EACH ((c, B))
        z[c] = sum[0];
}

// Computes the sum up to the end of each block, carried in scratch from program to program.
PL_CALL(sums, sums_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((B), (i))),
        PL_SCRATCH(int32_t, (1)))

PL_KERNEL(pick_kernel, PL_SMEM_REF(const int32_t, from, N), PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    z[0] = x[0] + 100 * from[PL_AXIS(i)];
}

// Fails if an entry of the table is not an index.
PL_CALL(pick, pick_kernel,
        PL_GRID(PL_PARALLEL(i, N)),
        PL_PREFETCH(int32_t, from, (N)),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((1), (from[i]))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((1), (i))))

PL_KERNEL(count_kernel,
          PL_REF(const int32_t, x, B),
          PL_REF(int32_t, count, 3),
          PL_REF(double, total, 1),
          PL_REF(int64_t, largest, 1))
{
    PL_EACH ((c, B))
        if (PL_INSIDE(x, c)) {
            PL_ATOMIC_ADD(&count[x[c] % 3], 1);
            PL_ATOMIC_ADD(&total[0], x[c]);
            PL_ATOMIC_MAX(&largest[0], x[c]);
        }
}

PL_CALL(count_thirds, count_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))),
        PL_IN   (int32_t, x,       (n), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(int32_t, count,   (3), PL_ATOMIC),
        PL_INOUT(double,  total,   (1), PL_ATOMIC),
        PL_INOUT(int64_t, largest, (1), PL_ATOMIC))

// ---- The work of a thread: one call with its own inputs, compared with plain loops ----------------------------------

// The functions that a thread runs return 1 if all results were right.
static int product_is_right(int seed)
{
    float x[N * N], y[N * N], z[N * N];
    for (int e = 0; e < N * N; e++) {   // small integers: sums are exact in whatever order
        x[e] = (float)((e * 7 + seed) % 11 - 5);
        y[e] = (float)((e * 5 + seed) % 13 - 6);
    }
    if (product(N, x, y, z) || pl_error()[0])
        return 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            float sum = 0;
            for (int l = 0; l < N; l++)
                sum += x[r * N + l] * y[l * N + c];
            if (!(z[r * N + c] == sum))
                return 0;
        }
    return 1;
}

static int sums_are_right(int seed)
{
    int32_t x[N], z[N], sum = 0;
    for (int e = 0; e < N; e++)
        x[e] = e * e + seed;
    if (sums(N, x, z) || pl_error()[0])
        return 0;
    for (int e = 0; e < N; e++) {
        if (e % B == 0)
            for (int c = e; c < e + B && c < N; c++)
                sum += x[c];
        if (z[e] != sum)
            return 0;
    }
    return 1;
}

static int pick_is_right(int seed)
{
    int32_t from[N], x[N], z[N];
    for (int e = 0; e < N; e++) {
        from[e] = (e * 5 + seed) % N;
        x[e] = e + seed;
    }
    if (pick(from, x, z) || pl_error()[0])
        return 0;
    for (int e = 0; e < N; e++)
        if (z[e] != from[e] + seed + 100 * from[e])
            return 0;
    return 1;
}

// ---- Threads -------------------------------------------------------------------------------------------------------

struct worker {
    thrd_t thread;
    int number, right;                  // the number of correct runs
};

// Runs `body` on THREADS threads at once and waits for them; returns false if one could not be started.
static int on_threads(struct worker *workers, thrd_start_t body)
{
    int began = 0;
    for (; began < THREADS; began++) {
        workers[began] = (struct worker){ .number = began };
        if (thrd_create(&workers[began].thread, body, &workers[began]) != thrd_success)
            break;
    }
    for (int t = 0; t < began; t++)
        thrd_join(workers[t].thread, NULL);
    return began == THREADS;
}

static int same_call(void *argument)
{
    struct worker *w = argument;
    for (int round = 0; round < ROUNDS; round++)
        w->right += product_is_right(w->number * ROUNDS + round);
    return 0;
}

TEST(threads_make_the_same_call)
{
    struct worker workers[THREADS];
    EXPECT(on_threads(workers, same_call));
    for (int t = 0; t < THREADS; t++)
        EXPECT(workers[t].right == ROUNDS);
}

static int other_calls(void *argument)
{
    static int (*const is_right[])(int) = { product_is_right, sums_are_right, pick_is_right };
    struct worker *w = argument;
    for (int round = 0; round < ROUNDS; round++)
        w->right += is_right[(w->number + round) % 3](w->number * ROUNDS + round);
    return 0;
}

TEST(threads_make_different_calls)
{
    struct worker workers[THREADS];
    EXPECT(on_threads(workers, other_calls));
    for (int t = 0; t < THREADS; t++)
        EXPECT(workers[t].right == ROUNDS);
}

// ---- Errors --------------------------------------------------------------------------------------------------------

TEST(there_is_no_error_before_and_after_success)
{
    EXPECT(pl_error() && !pl_error()[0]);
    EXPECT(pick_is_right(1));
    EXPECT(!pl_error()[0]);
}

#if PL_CHECKS
// A call that fails, with the wrong entry at a different place in each thread: the report names the place.
static int pick_fails(int number)
{
    int32_t from[N] = { 0 }, x[N] = { 0 }, z[N];
    char program[32];
    from[number] = N + 1;
    snprintf(program, sizeof program, "program (i=%d)", number);
    return pick(from, x, z) != 0 && strstr(pl_error(), "call pick") && strstr(pl_error(), program);
}

TEST(success_takes_an_error_away)
{
    EXPECT(pick_fails(3));
    EXPECT(pl_error()[0]);
    EXPECT(sums_are_right(2));
    EXPECT(!pl_error()[0]);
}

// Half of them fail, and see their own program in the report; the others see no error.
static int fail_or_not(void *argument)
{
    struct worker *w = argument;
    for (int round = 0; round < ROUNDS / 4; round++) {
        if (w->number % 2)
            w->right += pick_fails(w->number);
        else
            w->right += !pl_error()[0] && sums_are_right(round) && !pl_error()[0];
    }
    return 0;
}

TEST(an_error_is_of_its_thread)
{
    struct worker workers[THREADS];
    EXPECT(on_threads(workers, fail_or_not));
    for (int t = 0; t < THREADS; t++)
        EXPECT(workers[t].right == ROUNDS / 4);
    EXPECT(!pl_error()[0]);
}

// The same with an order: one thread fails, then another checks its error and makes a call, then the first checks again.
static once_flag made = ONCE_FLAG_INIT;
static mtx_t turn_lock;
static cnd_t turn_changed;
static int turn;

static void make_turn(void)
{
    mtx_init(&turn_lock, mtx_plain);
    cnd_init(&turn_changed);
}

static void take_turn(int number)
{
    mtx_lock(&turn_lock);
    while (turn != number)
        cnd_wait(&turn_changed, &turn_lock);
    mtx_unlock(&turn_lock);
}

static void end_turn(void)
{
    mtx_lock(&turn_lock);
    turn++;
    cnd_broadcast(&turn_changed);
    mtx_unlock(&turn_lock);
}

static int fail_first(void *argument)
{
    struct worker *w = argument;
    w->right = pick_fails(1);
    end_turn();
    take_turn(2);
    w->right += strstr(pl_error(), "program (i=1)") != NULL;
    w->right += sums_are_right(1) && !pl_error()[0];
    return 0;
}

TEST(an_error_stays_until_its_thread_calls_again)
{
    struct worker w = { 0 };
    call_once(&made, make_turn);
    EXPECT(sums_are_right(0));
    EXPECT(thrd_create(&w.thread, fail_first, &w) == thrd_success);
    take_turn(1);
    EXPECT(!pl_error()[0]);
    EXPECT(sums_are_right(0));
    end_turn();
    EXPECT(thrd_join(w.thread, NULL) == thrd_success);
    EXPECT(w.right == 3);
    cnd_destroy(&turn_changed);
    mtx_destroy(&turn_lock);
}
#endif

// ---- A shared array ------------------------------------------------------------------------------------------------

static struct {
    int32_t count[3];
    double total;                       // of integers, far below 2^53: exact in any order
    int64_t largest;
} shared;

static int count_into_shared(void *argument)
{
    struct worker *w = argument;
    int32_t x[N];
    for (int round = 0; round < ROUNDS; round++) {
        for (int e = 0; e < N; e++)
            x[e] = w->number * 1000 + round * 30 + e;
        w->right += count_thirds(N, x, shared.count, &shared.total, &shared.largest) == 0;
    }
    return 0;
}

// Also with check=twin, whose later runs have a copy of the shared array.
TEST(atomics_are_shared_by_threads)
{
    struct worker workers[THREADS];
    int32_t count[3] = { 0 };
    double total = 0;
    EXPECT(on_threads(workers, count_into_shared));
    for (int t = 0; t < THREADS; t++) {
        EXPECT(workers[t].right == ROUNDS);
        for (int round = 0; round < ROUNDS; round++)
            for (int e = 0; e < N; e++) {
                int32_t x = t * 1000 + round * 30 + e;
                count[x % 3]++;
                total += x;
            }
    }
    EXPECT_INTS(shared.count, 3, count[0], count[1], count[2]);
    EXPECT(shared.total == total);
    EXPECT(shared.largest == (THREADS - 1) * 1000 + (ROUNDS - 1) * 30 + N - 1);
}

// ---- Calls from callbacks of libc ----

static int comparisons, right_comparisons;

static int compare(const void *a, const void *b)
{
    comparisons++;
    right_comparisons += sums_are_right(*(const int *)a);
    return *(const int *)a - *(const int *)b;
}

TEST(a_callback_of_libc_makes_calls)
{
    int x[] = { 5, 2, 9, 1, 7 };
    qsort(x, 5, sizeof x[0], compare);
    EXPECT_INTS(x, 5, 1, 2, 5, 7, 9);
    EXPECT(comparisons > 0);
    EXPECT(right_comparisons == comparisons);
}

static int right_at_the_end;

static void call_at_the_end(void *value)
{
    (void)value;
    right_at_the_end = product_is_right(3);
}

static int end_with_a_call(void *argument)
{
    return tss_set(*(tss_t *)argument, argument) != thrd_success;
}

TEST(a_thread_that_ends_makes_a_call)
{
    tss_t key;
    thrd_t thread;
    int status = -1;
    EXPECT(tss_create(&key, call_at_the_end) == thrd_success);
    EXPECT(thrd_create(&thread, end_with_a_call, &key) == thrd_success);
    EXPECT(thrd_join(thread, &status) == thrd_success);
    EXPECT(status == 0);
    EXPECT(right_at_the_end);
    tss_delete(key);
}

int main(void)
{
    RUN(there_is_no_error_before_and_after_success);
    RUN(threads_make_the_same_call);
    RUN(threads_make_different_calls);
#if PL_CHECKS
    RUN(success_takes_an_error_away);
    RUN(an_error_is_of_its_thread);
    RUN(an_error_stays_until_its_thread_calls_again);
#endif
    RUN(atomics_are_shared_by_threads);
    RUN(a_callback_of_libc_makes_calls);
    RUN(a_thread_that_ends_makes_a_call);
    return test_end();
}
