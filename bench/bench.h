// bench.h -- functions that all benches share: arrays, a clock, contenders that run alternately, and tables of medians.
//
// A table begins with bench_title and has groups. A group has contenders for the same work; the first one is the peer.
//
//     bench_title("vector add", "ms", 1e3);
//     struct bench group[] = { { "plain C loop", "2^22", plain, 1, 0, 0, 0, 0 },
//                              { "blocks of 4096", "2^22", ours, 1, 1.1, 0, 0, 0 } };
//     bench_group(group, 2);
//
// The machine may be busy, and its speed varies. So the contenders of a group run alternately (peer, ours, peer, ours...),
// the median of each is printed, and processor time is measured, which does not advance while another process has the core.
// Without -fopenmp a bench runs on one thread, so processor time otherwise equals elapsed time. With -fopenmp elapsed time is
// measured.

#ifndef BENCH_H
#define BENCH_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <pallas.h>

struct bench {
    const char *what, *size;
    void (*run)(void);
    long steps;                     // steps of one run; the time of one step is printed
    double goal;                    // the upper limit, as a multiple of the peer's time; 0: none
    double at_most;                 // the upper limit in seconds; 0: none
    double seconds;                 // result: the median time of one step
    long times;                     // runs in a sample
};

enum { BENCH_SAMPLES = 41, BENCH_GROUP = 16 };
#define BENCH_SHORTEST 1e-3         // the shortest sample in seconds, because clock() counts microseconds
#define BENCH_LONG     5.0          // if a sample of each contender takes longer, in seconds, one sample is enough

static const char *bench_unit_ = "ms";
static double bench_scale_ = 1e3;

// Returns the seconds for a group: BENCH_SECONDS from the environment, or 1.
static inline double bench_budget(void)
{
    const char *given = getenv("BENCH_SECONDS");
    double seconds = given ? atof(given) : 0;
    return seconds > 0 ? seconds : 1;
}

#ifdef _OPENMP
static inline double bench_clock(void) { return omp_get_wtime(); }
#else
static inline double bench_clock(void) { return (double)clock() / CLOCKS_PER_SEC; }
#endif

// Returns the elapsed time, also of what runs on a device, in seconds since some moment.
static inline double bench_wall_clock(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double bench_sample(const struct bench *b)
{
    double start = bench_clock();
    for (long i = 0; i < b->times; i++)
        b->run();
    return bench_clock() - start;
}

// Warms up, and finds how many runs a sample needs. Returns the length of such a sample.
static inline double bench_calibrate(struct bench *b)
{
    double took;
    b->times = 1;
    while ((took = bench_sample(b)) < BENCH_SHORTEST)
        b->times *= took < BENCH_SHORTEST / 10 ? 10 : 2;
    return took;
}

static inline int bench_order_(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double bench_median(double *seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, bench_order_);
    return count % 2 ? seconds[count / 2] : (seconds[count / 2 - 1] + seconds[count / 2]) / 2;
}

// Takes as many samples as the budget allows, at least 3 (1 if they take very long). Fills in the medians, and returns the
// number of samples.
static inline int bench_measure(struct bench *group, int count)
{
    static double seconds[BENCH_GROUP][BENCH_SAMPLES];
    double round = 0;
    int samples;
    for (int i = 0; i < count; i++)
        round += bench_calibrate(&group[i]);
    samples = round > 0 && bench_budget() / round < BENCH_SAMPLES ? (int)(bench_budget() / round) : BENCH_SAMPLES;
    samples = samples >= 3 ? samples : round > BENCH_LONG ? 1 : 3;
    for (int s = 0; s < samples; s++)
        for (int i = 0; i < count; i++)
            seconds[i][s] = bench_sample(&group[i]) / (double)group[i].times / (double)group[i].steps;
    for (int i = 0; i < count; i++)
        group[i].seconds = bench_median(seconds[i], samples);
    return samples;
}

static inline void bench_title(const char *title, const char *unit, double scale)
{
    bench_unit_ = unit, bench_scale_ = scale;
    printf("\n%s\n  %-34s %-26s %10s %11s %7s %-7s%7s\n", title, "", "size", unit, "x the peer", "goal", "", "samples");
}

// Prints the goal of a contender, and whether the medians meet it.
static inline void bench_goal_(const struct bench *b, const struct bench *peer)
{
    if (b->at_most > 0)
        printf(" %7.4g %-7s", b->at_most * bench_scale_, b->seconds <= b->at_most ? "met" : "MISSED");
    else if (b->goal > 0)
        printf(" %6.2fx %-7s", b->goal, b->seconds <= b->goal * peer->seconds ? "met" : "MISSED");
    else
        printf(" %15s", "");
}

// Measures a group and prints a line for each contender.
static inline void bench_group(struct bench *group, int count)
{
    int samples = bench_measure(group, count);
    for (int i = 0; i < count; i++) {
        printf("  %-34s %-26s %10.4g", group[i].what, group[i].size, group[i].seconds * bench_scale_);
        if (i == 0)
            printf(" %11s", "peer");
        else
            printf(" %11.2f", group[i].seconds / group[0].seconds);
        if (i > 0)
            bench_goal_(&group[i], &group[0]);
        else
            printf(" %15s", "");
        printf(" %6d\n", samples);
    }
    fflush(stdout);
}

static inline void *bench_array(long count, size_t element)
{
    void *p = aligned_alloc(64, ((size_t)count * element + 63) / 64 * 64);
    if (!p) {
        fprintf(stderr, "out of memory: %ld elements\n", count);
        exit(2);
    }
    memset(p, 0, (size_t)count * element);                  // maps the pages before the first sample
    return p;
}

static inline float *bench_floats(long count) { return bench_array(count, sizeof(float)); }

// Pseudo-random numbers in [-1, 1), the same on every machine.
static inline void bench_fill(float *x, long count)
{
    static unsigned state = 12345;
    for (long i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
}

// Fills an array with NaN, so that bench_compare finds elements that are never written.
static inline void bench_spoil(float *x, long count)
{
    for (long i = 0; i < count; i++)
        x[i] = NAN;
}

// A call that fails ends the bench.
static inline void bench_ok(int code)
{
    if (code) {
        fprintf(stderr, "a call failed: %s\n", pl_error());
        exit(1);
    }
}

// Ends the bench if ours and the peer's results differ by more than the bound.
static inline void bench_compare(const char *what, const float *ours, const float *peer, long count, double bound)
{
    for (long i = 0; i < count; i++)
        if (!(fabs((double)ours[i] - (double)peer[i]) <= bound)) {
            fprintf(stderr, "%s: element %ld is %.9g, but the peer's is %.9g, and they may differ by %.3g\n", what, i,
                    (double)ours[i], (double)peer[i], bound);
            exit(1);
        }
}

#endif
