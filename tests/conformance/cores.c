// cores.c -- FAST=1 CFLAGS=-fopenmp: programs of parallel axes on several threads, each with a range of their indices.
//
// tests/run also builds it with -fopenmp and runs it on three threads; otherwise there is one, with the same results.

#include <pallas.h>
#include "../test.h"

#if defined _OPENMP && !PL_CHECKS
#define THREAD omp_get_thread_num()
#define MOST   omp_get_max_threads()
#else
#define THREAD 0
#define MOST   1
#endif

// ---- Which thread runs which programs: ranges are consecutive, and none is empty if there are enough programs ----

PL_KERNEL(who_kernel, PL_REF(int32_t, who, 1, 1), PL_REF(int32_t, what, 1, 1), PL_REF(int32_t, sum, 1))
{
    sum[0] += (int32_t)PL_PROGRAM_ID(1);
    who[0][0] = THREAD;
    what[0][0] = (int32_t)(10 * PL_PROGRAM_ID(0) + sum[0]);
}

PL_CALL(who_runs, who_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m), (j, n)),
        PL_OUT(int32_t, who,  (m, n), PL_BLOCKSPEC((1, 1), (i, j))),
        PL_OUT(int32_t, what, (m, n), PL_BLOCKSPEC((1, 1), (i, j))),
        PL_INOUT(int32_t, sum, (m),   PL_BLOCKSPEC((1), (i))))

TEST(each_thread_has_a_part)
{
    for (long m = 1; m < 9; m++) {
        int32_t who[8 * 3], what[8 * 3], sum[8] = { 0 };
        long team = m < MOST ? m : MOST;
        EXPECT(who_runs(m, 3, who, what, sum) == 0);
        EXPECT(who[0] == 0 && who[3 * m - 1] == team - 1);
        for (long i = 0; i < m; i++) {
            for (long j = 0; j < 3; j++) {
                EXPECT(what[3 * i + j] == 10 * i + j * (j + 1) / 2);
                EXPECT(who[3 * i + j] == who[3 * i]);
            }
            EXPECT(i == 0 || who[3 * i] == who[3 * i - 1] || who[3 * i] == who[3 * i - 1] + 1);
            EXPECT(sum[i] == 3);
        }
    }
    EXPECT(who_runs(0, 3, NULL, NULL, NULL) == 0);
}

// ---- Two parallel axes before a sequential one, scratch that is reset, blocks past the array, a batch ----

PL_KERNEL(rows_kernel,
          PL_REF(const float, x, 4, 8),
          PL_REF(float, z, 4),
          PL_REF(float, kept, 4))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(kept, 0);
    PL_EACH ((r, 4))
        PL_REDUCE (kept[r], PL_ADD, (c, 8), PL_INSIDE(x, r, c) ? x[r][c] : 0);
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, kept);
}

PL_CALL(sum_rows, rows_kernel,
        PL_SIZES(batch, k, m, n),
        PL_BATCH(b, batch, x, z),
        PL_GRID(PL_PARALLEL(p, k), PL_PARALLEL(i, PL_CDIV(m, 4)), (j, PL_CDIV(n, 8))),
        PL_IN (float, x, (k, m, n), PL_BLOCKSPEC((PL_NONE, 4, 8), (p, i, j))),
        PL_OUT(float, z, (k, m),    PL_BLOCKSPEC((PL_NONE, 4), (p, i))),
        PL_SCRATCH(float, (4)))

enum { B = 2, K = 3, M = 9, N = 21 };

TEST(axes_in_front_are_shared_out)
{
    static float x[B * K * M * N], z[B * K * M];
    for (long e = 0; e < B * K * M * N; e++)
        x[e] = (float)(e % 1000);
    EXPECT(sum_rows(B, K, M, N, x, z) == 0);
    for (long row = 0; row < B * K * M; row++) {
        float sum = 0;
        for (long c = 0; c < N; c++)
            sum += x[row * N + c];
        EXPECT(z[row] == sum);                              // of integers below 2^24: exact
    }
}

// ---- All threads add to a shared array ----

PL_KERNEL(count_kernel, PL_REF(const int32_t, x, 8), PL_REF(int32_t, count, 3))
{
    PL_EACH ((e, 8))
        if (PL_INSIDE(x, e))
            PL_ATOMIC_ADD(&count[x[e] % 3], 1);
}

PL_CALL(count_thirds, count_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, 8))),
        PL_IN   (int32_t, x,     (n), PL_BLOCKSPEC((8), (i))),
        PL_INOUT(int32_t, count, (3), PL_ATOMIC))

TEST(atomics_add_up)
{
    static int32_t x[10000];
    int32_t count[3] = { 0 };
    for (int e = 0; e < 10000; e++)
        x[e] = e;
    EXPECT(count_thirds(10000, x, count) == 0);
    EXPECT_INTS(count, 3, 3334, 3333, 3333);
}

// ---- A call that fails in a thread reports the reason to its caller ----

PL_KERNEL(huge_kernel, PL_SCALAR(long, n), PL_REF(int32_t, z, 1), PL_REF(int32_t, s, n, n))
{
    s[0][0] = 1;
    z[0] = s[0][0];
}

PL_CALL(huge, huge_kernel,
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, 4)),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((1), (i))),
        PL_SCRATCH(int32_t, (n, n)))

TEST(a_failure_is_told)
{
    int32_t z[4];
    EXPECT(huge(3, z) == 0);
    EXPECT_INTS(z, 4, 1, 1, 1, 1);
    EXPECT(strcmp(pl_error(), "") == 0);
    EXPECT(huge(1l << 30, z) == PL_NO_MEMORY);
    EXPECT(strstr(pl_error(), "out of memory") != NULL);
}

int main(void)
{
    RUN(each_thread_has_a_part);
    RUN(axes_in_front_are_shared_out);
    RUN(atomics_add_up);
    RUN(a_failure_is_told);
    return test_end();
}
