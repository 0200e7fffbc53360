// bench.c -- the calls of this folder beside their peers, turn by turn, medians of what each took.
//
// matmul against sgemm of OpenBLAS on as many threads; vector_add and softmax against memcpy of as many bytes in and
// out, split over as many threads; and what a call costs that does next to nothing. BENCH_ROUNDS: how many turns (21).

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include "pl_opencl.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

int matmul(long m, long n, long k, const float *x, const float *y, float *z);
int softmax(long m, long n, const float *x, float *o);
int vector_add(long n, const float *x, const float *y, float *z);

enum { N = 1024, LONG = 1 << 24, ROWS = 16384, MOST_THREADS = 64 };

static float *x, *y, *z;

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int smaller(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

// ---- The peers ----

static int threads;

static int copy_part(void *part)
{
    size_t i = (size_t)(*(int *)part), bytes = 3ul * LONG * sizeof (float) / 2 / (size_t)threads;
    memcpy((char *)z + i * bytes, (char *)x + i * bytes, bytes);
    return 0;
}

// Moves as many bytes as vector_add of LONG elements: half of three arrays in, half out.
static void copy(void)
{
    thrd_t thread[MOST_THREADS];
    int number[MOST_THREADS];
    for (int i = 0; i < threads; i++) {
        number[i] = i;
        thrd_create(&thread[i], copy_part, &number[i]);
    }
    for (int i = 0; i < threads; i++)
        thrd_join(thread[i], NULL);
}

static void blas(void)
{
#ifdef HAVE_OPENBLAS
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, x, N, y, N, 0, z, N);
#endif
}

// ---- What is measured ----

static int failed;
static void do_matmul(void) { failed |= matmul(N, N, N, x, y, z); }
static void do_add(void) { failed |= vector_add(LONG, x, y, z); }
static void do_softmax(void) { failed |= softmax(ROWS, 1024, x, z); }
static void do_little(void) { failed |= vector_add(256, x, y, z); }

struct entry {
    const char *name, *unit;
    void (*run)(void);
    double work;                        // what of the unit one run does
    double seconds[1000];
};

static struct entry entries[] = {
    { "matmul 1024", "GFLOP/s", do_matmul, 2e-9 * N * N * N, { 0 } },
    { "  OpenBLAS", "GFLOP/s", blas, 2e-9 * N * N * N, { 0 } },
    { "vector_add 2^24", "GB/s", do_add, 12e-9 * LONG, { 0 } },
    { "  copy, same bytes", "GB/s", copy, 12e-9 * LONG, { 0 } },
    { "softmax 16384x1024", "GB/s", do_softmax, 8e-9 * ROWS * 1024, { 0 } },
    { "a call of one block", "calls/ms", do_little, 1e-3, { 0 } },
};
enum { ENTRIES = sizeof entries / sizeof *entries };

int main(void)
{
    int rounds = getenv("BENCH_ROUNDS") ? atoi(getenv("BENCH_ROUNDS")) : 21;
    const char *only = getenv("BENCH_ONLY");
    size_t bytes = 3ul * LONG / 2 * sizeof (float);
    x = aligned_alloc(4096, bytes), y = aligned_alloc(4096, bytes), z = aligned_alloc(4096, bytes);
    if (!x || !y || !z || !pl_cl_queue())
        return 1;
    threads = (int)pl_cl_.units < MOST_THREADS ? (int)pl_cl_.units : MOST_THREADS;
    for (long i = 0; i < 3L * LONG / 2; i++)
        x[i] = (float)(i % 1000) / 1000, y[i] = (float)(i % 777) / 777, z[i] = 0;
#ifdef HAVE_OPENBLAS
    openblas_set_num_threads(threads);
#endif
    for (int round = -2; round < rounds && round < 1000; round++)
        for (int e = 0; e < ENTRIES; e++) {
            if (only && !strstr(only, entries[e].name) && !strstr(entries[e].name, only))
                continue;
            double start = now();
            entries[e].run();
            if (round >= 0)
                entries[e].seconds[round] = now() - start;
        }
    for (int e = 0; e < ENTRIES && !failed; e++) {
        qsort(entries[e].seconds, (size_t)rounds, sizeof (double), smaller);
        double median = entries[e].seconds[rounds / 2], best = entries[e].seconds[0];
        printf("%-22s %8.1f %-8s  best %8.1f   median %9.3f ms\n", entries[e].name, entries[e].work / median,
               entries[e].unit, entries[e].work / best, median * 1e3);
    }
    return failed;
}
