// statistics.c -- the mean, the variance, and the largest element of an array with its place, in one pass.
//
// A struct holds these numbers for a part of the array, and an associative function merges the structs of two parts. A PL_REDUCTION
// axis accumulates by this function, so a GPU divides the array among its groups. PL_IDENTITY says what holds for no elements.
//
// The variance is the mean of the squared distances from the mean. Sums of x and of x * x would lose it in rounding where the mean
// is much larger than the distances. Merging needs only the means of both parts (Chan, Golub and LeVeque).
// No TPU runs this: its memories have no structs.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { B = 256 };

struct known {
    float count, mean, squares;         // squares: the sum of those of the distances from the mean
    float most;
    int32_t at;
};

static struct known of_none(void)
{
    return (struct known){ 0, 0, 0, -INFINITY, INT32_MAX };
}

static struct known of_one(float x, int32_t at)
{
    return (struct known){ 1, x, 0, x, at };
}

static struct known of_both(struct known a, struct known b)
{
    int b_leads = b.most > a.most || (b.most == a.most && b.at < a.at);
    float count = a.count + b.count, share = count > 0 ? b.count / count : 0, apart = b.mean - a.mean;
    struct known both = { count, a.mean + apart * share, a.squares + b.squares + apart * apart * a.count * share, 0, 0 };
    both.most = b_leads ? b.most : a.most;
    both.at = b_leads ? b.at : a.at;
    return both;
}
PL_IDENTITY(of_both, of_none())

PL_KERNEL(statistics_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, B),
          PL_REF(float, mean, 1),
          PL_REF(float, variance, 1),
          PL_REF(float, most, 1),
          PL_REF(int32_t, at, 1),
          PL_REF(struct known, all, 1))
{
    long first = PL_AXIS(l) * B;
    PL_WHEN (PL_FIRST(0))
        all[0] = of_none();
    PL_REDUCE (all[0], of_both, (c, PL_MIN(B, n - first)), of_one(x[c], (int32_t)(first + c)));
    PL_WHEN (PL_LAST(0)) {
        mean[0] = all[0].mean;
        variance[0] = all[0].squares / all[0].count;
        most[0] = all[0].most;
        at[0] = all[0].at;
    }
}

PL_CALL(statistics, statistics_kernel,
        PL_SCALAR(long, n),
        PL_GRID(PL_REDUCTION(l, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (l))),
        PL_OUT(float, mean, (1), PL_WHOLE),
        PL_OUT(float, variance, (1), PL_WHOLE),
        PL_OUT(float, most, (1), PL_WHOLE),
        PL_OUT(int32_t, at, (1), PL_WHOLE),
        PL_SCRATCH(struct known, (1)))

// int statistics(long n, const float *x, float *mean, float *variance, float *most, int32_t *at);

static int32_t reference(long n, const float *x, float *mean, float *variance, float *most)
{
    long top = 0;
    double sum = 0, squares = 0;
    for (long i = 0; i < n; i++) {
        sum += x[i];
        top = x[i] > x[top] ? i : top;
    }
    for (long i = 0; i < n; i++)
        squares += (x[i] - sum / (double)n) * (x[i] - sum / (double)n);
    *mean = (float)(sum / (double)n);
    *variance = (float)(squares / (double)n);
    *most = x[top];
    return (int32_t)top;
}

int main(void)
{
    enum { N = 5000 };
    static float x[N];
    float got[3], expected[3];
    int32_t at;
    example_fill(x, N);
    for (long i = 0; i < N; i++)
        x[i] += 10;                                     // between 9 and 11
    int32_t top = reference(N, x, &expected[0], &expected[1], &expected[2]);

    double start = example_clock();
    if (statistics(N, x, &got[0], &got[1], &got[2], &at))
        return example_failed("statistics");
    double seconds = example_clock() - start;

    // Each merge rounds a mean of at most 11 by half a unit in the last place. N such errors of random sign add up to about the
    // square root of N of them; the factor 2 leaves room.
    double bound = 2 * sqrt((double)N) * 11 * FLT_EPSILON / 2;
    double error = at == top ? example_error(got, expected, 3) : INFINITY;
    return example_report("statistics", "mean, variance, largest", "5000", error, bound, seconds);
}
