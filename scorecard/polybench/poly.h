// poly.h -- the arrays of PolyBench's kernels: on the host for the plain loops, and on the device for ours.
//
//     struct poly a = poly_in(m * n), z = poly_out(m);
//     POLY_RUN(ours(m, n, a.device, z.device), plain(m, n, a.host, z.host));
//     poly_compare(z, bound);
//
// Both begin with the same elements, also when they run several times to be timed. The plain loops are compiled with the same
// flags.

#ifndef POLY_H
#define POLY_H

#include "../card.h"

struct poly { long n; double *device, *host, *begin; };

static struct poly poly_arrays[8];
static int poly_count;

// Elements from poly_at, or zeros.
static inline struct poly poly_array(long n, double (*at)(long k, long i))
{
    struct poly p = { n, card_alloc((size_t)n * sizeof(double)), malloc((size_t)n * sizeof(double)),
                      malloc((size_t)n * sizeof(double)) };
    if (!p.host || !p.begin)
        exit(2);
    for (long i = 0; i < n; i++)
        p.begin[i] = at(poly_count, i);
    return poly_arrays[poly_count++] = p;
}

static inline double poly_random(long k, long i) { return 2 * (double)card_unit(k, i) - 1; }
static inline double poly_zero(long k, long i) { return (void)k, (void)i, 0; }
static inline struct poly poly_in(long n) { return poly_array(n, poly_random); }
static inline struct poly poly_out(long n) { return poly_array(n, poly_zero); }

// Whether one more call is to be made. If so, arrays are as they were before the first; if not, they keep the results.
static inline bool poly_again(void)
{
    if (!card_again())
        return false;
    for (int a = 0; a < poly_count; a++)
        card.is_wrong |= pl_upload(poly_arrays[a].device, poly_arrays[a].begin, (size_t)poly_arrays[a].n * sizeof(double));
    card.begun = card_clock();
    return !card.is_wrong;
}

static inline bool poly_again_plain(void)
{
    if (!card_again())
        return false;
    for (int a = 0; a < poly_count; a++)
        memcpy(poly_arrays[a].host, poly_arrays[a].begin, (size_t)poly_arrays[a].n * sizeof(double));
    card.begun = card_clock();
    return true;
}

#define POLY_RUN(ours, plain)                                                                                                      \
    do {                                                                                                                           \
        for (card.calls = 0; poly_again_plain(); card_called(0))                                                                   \
            plain;                                                                                                                 \
        card.peer = card_median();                                                                                                 \
        for (card.call = #ours, card.calls = 0; poly_again(); card_called(ours)) {                                                 \
        }                                                                                                                          \
    } while (0)

// The bound is that of a double.
static inline void poly_compare(struct poly p, double bound)
{
    double *got = malloc((size_t)p.n * sizeof *got);
    card.is_wrong |= !got || pl_download(got, p.device, (size_t)p.n * sizeof *got);
    for (long i = 0; i < p.n && !card.is_wrong; i++)
        card_is(got[i], i, p.host[i], bound);
    free(got);
}

#define POLY_ULP (DBL_EPSILON / 2)

// A sum of n products, each of at most `most`, in any order, is off by this; and two such sums, from each other, by twice as much.
static inline double poly_sum(double n, double most) { return 2 * n * POLY_ULP * n * most; }

#define POLY_TRY(number, name, ...)                                                                                                \
    do {                                                                                                                           \
        CARD_TRY(number, name, __VA_ARGS__);                                                                                       \
        while (poly_count) {                                                                                                       \
            poly_count--;                                                                                                          \
            free(poly_arrays[poly_count].host);                                                                                    \
            free(poly_arrays[poly_count].begin);                                                                                   \
        }                                                                                                                          \
    } while (0)

#endif
