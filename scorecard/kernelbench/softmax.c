// softmax.c -- the softmax of each row, and its logarithm. A row is a block of its own, as long as the array says.

#include "../card.h"

PL_KERNEL(softmax_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, z, n))
{
    float top = -INFINITY, sum = 0;
    PL_REDUCE (top, PL_MAX, (c, n), x[c]);
    PL_REDUCE (sum, PL_ADD, (c, n), expf(x[c] - top));
    PL_EACH ((c, n))
        z[c] = expf(x[c] - top) / sum;
}

PL_CALL(softmax, softmax_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

PL_KERNEL(log_softmax_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, z, n))
{
    float top = -INFINITY, sum = 0;
    PL_REDUCE (top, PL_MAX, (c, n), x[c]);
    PL_REDUCE (sum, PL_ADD, (c, n), expf(x[c] - top));
    const float log_sum = logf(sum);
    PL_EACH ((c, n))
        z[c] = x[c] - top - log_sum;
}

PL_CALL(log_softmax, log_softmax_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

// ---- Are they right? ----

// x is in [-1, 1): x - top is off by 2 CARD_ULP, and so is, relative to it, expf of it, beside its own error.
static double log_of_sum(long row, long n)
{
    double sum = 0;
    for (long c = 0; c < n; c++)
        sum += exp(IN(0, row * n + c));
    return log(sum);
}

static void try_softmax(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    CARD_RUN(softmax(m, n, x, z));
    CARD_EACH (i, m * n) {
        double expected = exp(IN(0, i) - log_of_sum(i / n, n));
        card_compare(z, i, expected, expected * ((double)n * CARD_ULP + 3 * CARD_ROOT + 4 * CARD_ULP));
    }
}

static void try_log_softmax(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    CARD_RUN(log_softmax(m, n, x, z));
    CARD_EACH (i, m * n) {
        double log_sum = log_of_sum(i / n, n);
        card_compare(z, i, IN(0, i) - log_sum, (double)n * CARD_ULP + 2 * CARD_ROOT + (fabs(log_sum) + 4) * (CARD_ROOT + 2 * CARD_ULP));
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long m = CARD_SIZE(5, 4096), n = CARD_SIZE(700, 393216);
    CARD_TRY(23, "Softmax", try_softmax(m, n));
    CARD_TRY(24, "LogSoftmax", try_log_softmax(m, n));
    return card_end();
}
