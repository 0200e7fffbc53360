// bench.h -- what every bench shares: arrays, a clock, contenders that run in turns, and tables of medians.
//
// A table begins with bench_title and has groups: contenders for the same work, of which the first is the peer.
//
//     bench_title("vector add", "ms", 1e3);
//     struct bench group[] = { { "plain C loop", "2^22", plain, 1, 0, 0, 0, 0 },
//                              { "blocks of 4096", "2^22", ours, 1, 1.1, 0, 0, 0 } };
//     bench_group(group, 2);
//
// The machine may be busy with other things, and slows down and speeds up. So the contenders of a group run in turns
// (peer, ours, peer, ours...), what is printed is the median of each, and what is measured is processor time, which
// stands still while another process has the core. What is built without -fopenmp runs on one thread, so processor time
// is otherwise the time on the wall, which is measured where there are several.

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
    long steps;                     // what one run consists of: the time printed is that of one step
    double goal;                    // at most so many times the peer's time; 0: none
    double at_most;                 // at most so many seconds; 0: no such goal
    double seconds;                 // result: the median, of one step
    long times;                     // runs in a sample
};

enum { BENCH_TURNS = 41, BENCH_GROUP = 16 };
#define BENCH_SAMPLE 1e-3           // seconds a sample takes at least: clock() counts microseconds
#define BENCH_LONG   5.0            // seconds after which a single run is enough

static const char *bench_unit_ = "ms";
static double bench_scale_ = 1e3;

// Seconds for a group: BENCH_SECONDS from the environment, else 1.
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
    while ((took = bench_sample(b)) < BENCH_SAMPLE)
        b->times *= took < BENCH_SAMPLE / 10 ? 10 : 2;
    return took;
}

static inline int bench_order_(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double bench_median(double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof *samples, bench_order_);
    return count % 2 ? samples[count / 2] : (samples[count / 2 - 1] + samples[count / 2]) / 2;
}

// As many turns as the budget allows, at least 3 (1 of what takes very long). Fills in the medians; returns the turns.
static inline int bench_measure(struct bench *group, int count)
{
    static double samples[BENCH_GROUP][BENCH_TURNS];
    double round = 0;
    int turns;
    for (int i = 0; i < count; i++)
        round += bench_calibrate(&group[i]);
    turns = round > 0 && bench_budget() / round < BENCH_TURNS ? (int)(bench_budget() / round) : BENCH_TURNS;
    turns = turns >= 3 ? turns : round > BENCH_LONG ? 1 : 3;
    for (int t = 0; t < turns; t++)
        for (int i = 0; i < count; i++)
            samples[i][t] = bench_sample(&group[i]) / (double)group[i].times / (double)group[i].steps;
    for (int i = 0; i < count; i++)
        group[i].seconds = bench_median(samples[i], turns);
    return turns;
}

static inline void bench_title(const char *title, const char *unit, double scale)
{
    bench_unit_ = unit, bench_scale_ = scale;
    printf("\n%s\n  %-34s %-26s %10s %11s %7s %-7s %6s\n", title, "", "size", unit, "x the peer", "goal", "", "turns");
}

// The goal that a contender has, and whether the medians meet it.
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
    int turns = bench_measure(group, count);
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
        printf(" %6d\n", turns);
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
    memset(p, 0, (size_t)count * element);                  // so that no sample pays for the pages
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

static inline void bench_spoil(float *x, long count)        // so that an element never written is noticed
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

// Nothing is timed that computes something else than its peer.
static inline void bench_compare(const char *what, const float *ours, const float *peer, long count, double bound)
{
    for (long i = 0; i < count; i++)
        if (!(fabs((double)ours[i] - (double)peer[i]) <= bound)) {
            fprintf(stderr, "%s: element %ld is %.9g, but the peer's %.9g, and may differ by %.3g\n", what, i,
                    (double)ours[i], (double)peer[i], bound);
            exit(1);
        }
}

#endif
