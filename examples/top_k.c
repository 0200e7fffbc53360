// top_k.c -- the K largest elements of each row and their positions: the likeliest next words of a language model.
//
// A reduction with its own operator: PL_REDUCE merges sorted lists of K, an associative function over a struct. Rows are
// long, so they are cut into blocks of BN; meanwhile the windows of the outputs hold the best values so far.

#include <pallas.h>
#include "example.h"

enum { BM = 8, BN = 128, K = 4 };

struct best {
    float value[K];                     // largest first; of equal ones, the one that comes first
    int32_t index[K];
};

static struct best best_of_none(void)
{
    struct best none;
    for (int k = 0; k < K; k++) {
        none.value[k] = -INFINITY;
        none.index[k] = INT32_MAX;
    }
    return none;
}

static struct best best_of_one(float value, int32_t index)
{
    struct best one = best_of_none();
    one.value[0] = value;
    one.index[0] = index;
    return one;
}

static struct best best_of_both(struct best a, struct best b)
{
    struct best both;
    int i = 0, j = 0;
    for (int k = 0; k < K; k++) {
        int a_leads = a.value[i] > b.value[j] || (a.value[i] == b.value[j] && a.index[i] < b.index[j]);
        both.value[k] = a_leads ? a.value[i] : b.value[j];
        both.index[k] = a_leads ? a.index[i] : b.index[j];
        i += a_leads;
        j += !a_leads;
    }
    return both;
}

PL_KERNEL(top_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(float, value, BM, K),
          PL_REF(int32_t, index, BM, K))
{
    long left = PL_PROGRAM_ID(1) * BN;
    PL_EACH ((r, BM)) {
        struct best best = best_of_none();
        PL_REDUCE (best, best_of_both, (c, BN), best_of_one(x[r][c], (int32_t)(left + c)));
        if (!PL_FIRST(1)) {
            struct best before;
            for (int k = 0; k < K; k++) {
                before.value[k] = value[r][k];
                before.index[k] = index[r][k];
            }
            best = best_of_both(before, best);
        }
        for (int k = 0; k < K; k++) {
            value[r][k] = best.value[k];
            index[r][k] = best.index[k];
        }
    }
}

PL_CALL(top_k, top_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float,   x,     (m, n), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(-INFINITY))),
        PL_OUT(float,   value, (m, K), PL_BLOCKSPEC((BM, K), (i, 0))),
        PL_OUT(int32_t, index, (m, K), PL_BLOCKSPEC((BM, K), (i, 0))))

// int top_k(long m, long n, const float *x, float *value, int32_t *index);

// Returns the first of the largest elements of a row that are not among the count ones already taken.
static int32_t largest_left(long n, const float *row, const int32_t *taken, int count)
{
    int32_t largest = -1;
    for (int32_t c = 0; c < n; c++) {
        int is_taken = 0;
        for (int k = 0; k < count; k++)
            is_taken |= taken[k] == c;
        if (!is_taken && (largest < 0 || row[c] > row[largest]))
            largest = c;
    }
    return largest;
}

static void reference(long m, long n, const float *x, float *value, int32_t *index)
{
    for (long r = 0; r < m; r++)
        for (int k = 0; k < K; k++) {
            index[r * K + k] = largest_left(n, x + r * n, index + r * K, k);
            value[r * K + k] = x[r * n + index[r * K + k]];
        }
}

int main(void)
{
    enum { M = 30, N = 1000 };
    static float x[M * N], value[M * K], expected_value[M * K];
    static int32_t index[M * K], expected_index[M * K];
    for (long e = 0; e < M * N; e++)
        x[e] = floorf(500 * example_random());          // coarse, so that some elements are equal
    reference(M, N, x, expected_value, expected_index);

    double start = example_clock();
    if (top_k(M, N, x, value, index))
        return example_failed("top_k");
    double seconds = example_clock() - start;

    double error = example_error(value, expected_value, M * K);
    for (long e = 0; e < M * K; e++)
        error += index[e] != expected_index[e];
    // Elements are compared and moved, never computed: nothing is rounded.
    return example_report("top_k", "4 largest of each row, struct reduction, f32", "30x1000", error, 0, seconds);
}
