// example.h -- the parts of main() that all examples share: input, a clock, and the line that it prints.
//
// An example fills its arrays with example_fill, makes the call between two example_clock(),
// compares the result with its own plain-C reference and ends with
//
//     return example_report("matmul", "z = x y, f32", "300x200x250", error, bound, seconds);
//
// which prints one aligned line and returns main()'s exit status: 0 if error <= bound.

#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Returns the next of a fixed sequence of pseudo-random numbers in [-1, 1): the same input on every machine.
static inline float example_random(void)
{
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 8388608.0f - 1.0f;
}

static inline void example_fill(float *x, long n)
{
    for (long i = 0; i < n; i++)
        x[i] = example_random();
}

// Returns memory, or ends the program if there is none.
static inline void *example_alloc(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "out of memory: %zu bytes\n", bytes);
        exit(2);
    }
    return p;
}

// Returns the seconds in which calls so far opened the device and built their kernels. Only OpenCL's are not 0. PoCL builds a kernel
// without parallel axes when it first runs: that time is a part of the call's.
#ifdef PL_TARGET_OPENCL
double pl_cl_seconds_preparing(void);
static inline double example_preparing(void) { return pl_cl_seconds_preparing(); }
#else
static inline double example_preparing(void) { return 0; }
#endif

// Returns the seconds since some fixed moment, without those.
static inline double example_clock(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec - example_preparing();
}

// Returns the largest |a - b|; a NaN on either side counts as infinite.
static inline double example_error(const float *a, const float *b, long n)
{
    double worst = 0;
    for (long i = 0; i < n; i++) {
        double d = fabs((double)a[i] - (double)b[i]);
        if (!(d <= worst))
            worst = isnan(d) ? INFINITY : d;
    }
    return worst;
}

// The largest error of this process's devices so far.
static inline double *example_worst(void)
{
    static double worst;
    return &worst;
}

// Ends a device. It compares only its own share, as other devices may be other processes. Returns whether it is wrong.
static inline int example_share(long device, const float *a, const float *b, long n, double bound)
{
    double error = example_error(a, b, n);
    *example_worst() = fmax(*example_worst(), error);
    if (error > bound)
        fprintf(stderr, "device %ld: error %8.1e > %7.1e\n", device, error, bound);
    return error > bound;
}

static inline int example_report(const char *name, const char *what, const char *size, double error, double bound,
                                 double seconds)
{
    int ok = error <= bound;
    printf("%-16s %-44s %-20s error %8.1e <= %7.1e %10.2f ms", name, what, size, error, bound, seconds * 1e3);
    if (example_preparing() > 0)
        printf(" (and %.0f ms to build the kernels so far)", example_preparing() * 1e3);
    printf("  %s\n", ok ? "ok" : "WRONG");
    return !ok;
}

// A failed call has printed the reason to standard error; a larger program gets it from pl_error().
static inline int example_failed(const char *name)
{
    printf("%-16s failed: standard error says why\n", name);
    return 1;
}

#endif
