// card.h -- what the programs of the score card share: inputs, the comparison with plain C, the clock, and lines of the table.
//
// An operator of the card is a call, and a function that tries it with some sizes:
//
//     static void try_square(long n)
//     {
//         float *x = card_in(0, n), *z = card_out(n);
//         CARD_RUN(square(n, x, z));
//         CARD_EACH (i, n)
//             card_compare(z, i, (double)IN(0, i) * IN(0, i), CARD_ULP);
//     }
//     ...
//         CARD_TRY(1, "square", try_square(CARD_SIZE(1000, 1 << 28)));
//
// Element i of input k is IN(k, i), in every run: references need no arrays. They are computed in double, one element of the
// output at a time; of a large output, some elements.
//
//     PROGRAM              small sizes: is each element right?
//     PROGRAM time         the sizes of the benchmark, and the time of a call
//     PROGRAM [time] N...  these operators alone, by their numbers

#ifndef CARD_H
#define CARD_H

#include <float.h>
#include <math.h>
#include <pallas.h>
#include <time.h>

// The largest relative error of one rounding; that of a division, a root or a function like expf, on every target.
#define CARD_ULP   (FLT_EPSILON / 2)
#define CARD_ROOT  (4 * FLT_EPSILON)

// ---- Inputs ----

// Element i of input k: a multiple of 2^-20 in [0, 1). All arithmetic is exact, so the device and the host have the same.
static float card_unit(long k, long i)
{
    uint32_t h = (uint32_t)i * 2654435761u + (uint32_t)(i >> 32) * 40503u + (uint32_t)k * 97u + 1u;
    h = (h ^ (h >> 16)) * 2246822519u;
    h = (h ^ (h >> 13)) * 3266489917u;
    return (float)((h ^ (h >> 16)) >> 12) * (1.0f / 1048576);
}

enum { CARD_BLOCK = 4096 };

PL_KERNEL(card_fill_kernel, PL_SCALAR(long, k), PL_SCALAR(float, from), PL_SCALAR(float, range), PL_REF(float, x, CARD_BLOCK))
{
    PL_EACH ((c, CARD_BLOCK))
        x[c] = from + range * card_unit(k, PL_PROGRAM_ID(0) * CARD_BLOCK + c);
}

PL_CALL(card_fill, card_fill_kernel,
        PL_SIZES(n),
        PL_SCALAR(long, k), PL_SCALAR(float, from), PL_SCALAR(float, range),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, CARD_BLOCK))),
        PL_OUT(float, x, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))))

// ---- The run ----

static struct {
    int argc;
    char **argv;
    bool is_timed, is_wrong, is_compared;
    int right, wrong;
    float from[8], range[8];                            // input k is uniform in [from, from + range)
    void *arrays[16];
    int array_count;
    const char *call;
    double share;                                       // the largest error, as a share of its bound
    double times[32], begun, peer;                      // peer: seconds of the plain loops, if they ran
    int calls;
} card;

static inline void *card_alloc(size_t bytes)
{
    void *p = pl_alloc(bytes);
    if (!p) {
        fprintf(stderr, "out of memory: %zu bytes\n", bytes);
        exit(2);
    }
    return card.arrays[card.array_count++] = p;
}

// Input k, uniform in [from, from + range), two small multiples of powers of 2.
static inline float *card_in_range(int k, long n, float from, float range)
{
    float *x = card_alloc((size_t)n * sizeof *x);
    card.from[k] = from;
    card.range[k] = range;
    if (card_fill(n, k, from, range, x))
        exit(1);
    return x;
}

static inline float *card_in(int k, long n) { return card_in_range(k, n, -1, 2); }
static inline float *card_out(long n) { return card_alloc((size_t)n * sizeof(float)); }
#define IN(k, i) (card.from[k] + card.range[k] * card_unit(k, i))

static inline double card_clock(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Whether one more call is to be made: one, or after one that is not counted as many as take 0.1 s, but 3 to 20.
static inline bool card_again(void)
{
    double spent = 0;
    for (int i = 1; i < card.calls; i++)
        spent += card.times[i];
    bool is_enough = card.is_wrong || (card.is_timed ? card.calls > 20 || (card.calls > 3 && spent > 0.1) : card.calls > 0);
    card.begun = card_clock();
    return !is_enough;
}

static inline void card_called(int status)
{
    card.is_wrong = status || pl_sync();
    card.times[card.calls++] = card_clock() - card.begun;
}

#define CARD_RUN(...)                                                                                                              \
    for (card.call = #__VA_ARGS__, card.calls = 0; card_again(); card_called(__VA_ARGS__)) (void)0

static inline double card_median(void)
{
    double *t = card.times + 1;
    int n = card.calls - 1;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && t[j] < t[j - 1]; j--) {
            double less = t[j];
            t[j] = t[j - 1];
            t[j - 1] = less;
        }
    return n > 0 ? t[n / 2] : 0;
}

// ---- The comparison ----

// The element to compare after i, or the first for -1: all of a few, about a hundred of many. When calls are timed, 0.2 seconds of
// references are enough. n: there is none.
static inline long card_next(long i, long n)
{
    bool is_many = n > (card.is_timed ? 97 : 100000), is_enough = card.is_timed && card_clock() - card.begun > 0.2;
    return i < 0 ? 0 : card.is_wrong || is_enough ? n : i + (is_many ? n / 97 : 1);
}

#define CARD_EACH(i, n) for (long i = card_next(-1, n); i < (n); i = card_next(i, n))

// Whether a reference of so many terms takes moments. If not, a timed call is not compared; small sizes are.
static inline bool card_compares(long terms) { return !card.is_timed || terms < 1 << 26; }

// `got`, element i of the output, must be within `bound` of what is expected.
static inline void card_is(double got, long i, double expected, double bound)
{
    double error = fabs(got - expected);
    if (!(error <= bound)) {
        fprintf(stderr, "%s: element %ld is %.17g, not %.17g +- %.2g\n", card.call, i, got, expected, bound);
        card.is_wrong = true;
    }
    card.is_compared = true;
    card.share = fmax(card.share, error / bound);
}

static inline void card_compare(const float *z, long i, double expected, double bound)
{
    float got = NAN;
    card.is_wrong |= pl_download(&got, z + i, sizeof got);
    card_is((double)got, i, expected, bound);
}

static inline void card_compare_int(const int32_t *z, long i, long expected)
{
    int32_t got = 0;
    card.is_compared = true;
    card.is_wrong |= pl_download(&got, z + i, sizeof got);
    if (got != expected) {
        fprintf(stderr, "%s: element %ld is %ld, not %ld\n", card.call, i, (long)got, expected);
        card.is_wrong = true;
    }
}

// A sum of terms that goes through so many roundings, whatever their order, is off by at most that many CARD_ULP of the sum of
// their magnitudes. A sum of n terms one after the other has n - 1. The smallest numbers may become 0.
struct card_sum { double value, magnitude; };

static inline void card_add(struct card_sum *s, double term)
{
    s->value += term;
    s->magnitude += fabs(term);
}

static inline double card_bound(struct card_sum s, double roundings)
{
    return roundings * CARD_ULP * s.magnitude + FLT_MIN;
}

// ---- The table ----

static inline bool card_wants(int number)
{
    bool is_all = true;
    for (int a = 1; a < card.argc; a++) {
        is_all &= !strcmp(card.argv[a], "time");
        if (atoi(card.argv[a]) == number)
            return true;
    }
    return is_all;
}

// The milliseconds of another program for this operator: those that CARD_PEERS, a file of lines `NUMBER MILLISECONDS`, has. Or 0.
static inline double card_peer(int number)
{
    const char *name = getenv("CARD_PEERS");
    FILE *f = name ? fopen(name, "r") : NULL;
    int n;
    double ms, found = 0;
    while (f && fscanf(f, "%d %lf", &n, &ms) == 2)
        if (n == number)
            found = ms;
    if (f)
        fclose(f);
    return found;
}

static inline void card_times(int number)
{
    const double ms = card_median() * 1e3, peer = card.peer > 0 ? card.peer * 1e3 : card_peer(number);
    printf(" %10.3f ms", ms);
    if (peer > 0)
        printf("  peer %10.3f ms  %5.2f as fast", peer, peer / ms);
}

static inline void card_line(int number, const char *what)
{
    card.is_wrong |= !card.is_timed && !card.is_compared;
    printf("%3d  %-46s %-26.*s", number, what, (int)strcspn(card.call, "("), card.call);
    if (card.is_timed)
        card_times(number);
    if (card.is_compared || card.is_wrong)
        printf("  error %4.2f of its bound", card.share);
    printf("  %s\n", card.is_wrong ? "WRONG" : card.is_compared ? "right" : "-");
    fflush(stdout);
    *(card.is_wrong ? &card.wrong : &card.right) += 1;
    while (card.array_count)
        pl_free(card.arrays[--card.array_count]);
    card.is_wrong = card.is_compared = false;
    card.share = 0;
}

#ifdef CARD_SMALL                               // for tests without a GPU
#define CARD_SIZE(small, large) (small)
#else
#define CARD_SIZE(small, large) (card.is_timed ? (large) : (small))
#endif

#define CARD_TRY(number, what, ...)                                                                                                \
    do                                                                                                                             \
        if (card_wants(number)) {                                                                                                  \
            __VA_ARGS__;                                                                                                           \
            card_line(number, what);                                                                                               \
        }                                                                                                                          \
    while (0)

static inline void card_begin(int argc, char **argv)
{
    card.argc = argc;
    card.argv = argv;
    for (int a = 1; a < argc; a++)
        card.is_timed |= !strcmp(argv[a], "time");
}

static inline int card_end(void)
{
    printf("%d right, %d wrong\n", card.right, card.wrong);
    return card.wrong || !card.right;
}

#endif
