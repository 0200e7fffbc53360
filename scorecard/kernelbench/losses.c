// losses.c -- one number from two or three arrays: the mean of a term over all elements or rows.
//
// All programs accumulate into one element. The axis is a PL_REDUCTION, so a GPU divides it among its groups.

#include "../card.h"

enum { BLOCK = 4096, ROWS = 4, COLUMNS = 1024 };

static inline float squared(float p, float t) { return (p - t) * (p - t); }

static inline float huber(float p, float t)
{
    const float d = fabsf(p - t);
    return d < 1 ? 0.5f * d * d : d - 0.5f;
}

static inline float divergence(float p, float t) { return t > 0 ? t * (logf(t) - logf(p)) : 0; }

// The sum of a term of each two elements, times `by`.
#define LOSS(name, term)                                                                                                           \
    PL_KERNEL(name##_kernel, PL_SCALAR(float, by), PL_REF(const float, p, BLOCK), PL_REF(const float, t, BLOCK),                   \
              PL_REF(float, z, 1))                                                                                                 \
    {                                                                                                                              \
        float sum = 0;                                                                                                             \
        PL_WHEN (PL_FIRST(0))                                                                                                      \
            z[0] = 0;                                                                                                              \
        PL_REDUCE (sum, PL_ADD, (c, BLOCK), PL_INSIDE(p, c) ? term(p[c], t[c]) : 0);                                               \
        z[0] += sum;                                                                                                               \
        PL_WHEN (PL_LAST(0))                                                                                                       \
            z[0] *= by;                                                                                                            \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(n),                                                                                                           \
            PL_SCALAR(float, by),                                                                                                  \
            PL_GRID(PL_REDUCTION(i, PL_CDIV(n, BLOCK))),                                                                           \
            PL_IN (float, p, (n), PL_BLOCKSPEC((BLOCK), (i))),                                                                     \
            PL_IN (float, t, (n), PL_BLOCKSPEC((BLOCK), (i))),                                                                     \
            PL_OUT(float, z, (1), PL_WHOLE))

LOSS(mse_loss, squared)
LOSS(huber_loss, huber)
LOSS(kl_divergence, divergence)

// Each row has the same targets.
PL_KERNEL(hinge_kernel, PL_SCALAR(float, by), PL_REF(const float, p, ROWS, COLUMNS), PL_REF(const float, t, COLUMNS),
          PL_REF(float, z, 1))
{
    float sum = 0;
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    PL_REDUCE (sum, PL_ADD, ((r, ROWS), (c, COLUMNS)), PL_INSIDE(p, r, c) ? PL_MAX(1 - p[r][c] * t[c], 0) : 0);
    z[0] += sum;
    PL_WHEN (PL_LAST(0))
        z[0] *= by;
}

PL_CALL(hinge_loss, hinge_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(float, by),
        PL_GRID(PL_REDUCTION(l, PL_CDIV(m, ROWS) * PL_CDIV(n, COLUMNS))),
        PL_IN (float, p, (m, n), PL_BLOCKSPEC((ROWS, COLUMNS), (l / PL_CDIV(n, COLUMNS), l % PL_CDIV(n, COLUMNS)))),
        PL_IN (float, t, (n), PL_BLOCKSPEC((COLUMNS), (l % PL_CDIV(n, COLUMNS)))),
        PL_OUT(float, z, (1), PL_WHOLE))

// A program has a row. -log softmax(x)[target] = log(sum of exp(x - top)) + top - x[target].
PL_KERNEL(cross_entropy_kernel, PL_SCALAR(long, n), PL_SCALAR(float, by), PL_REF(const float, x, n),
          PL_REF(const int64_t, target, 1), PL_REF(float, z, 1))
{
    float top = -INFINITY, sum = 0;
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    PL_REDUCE (top, PL_MAX, (c, n), x[c]);
    PL_REDUCE (sum, PL_ADD, (c, n), expf(x[c] - top));
    z[0] += logf(sum) + top - x[target[0]];
    PL_WHEN (PL_LAST(0))
        z[0] *= by;
}

PL_CALL(cross_entropy, cross_entropy_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n), PL_SCALAR(float, by),
        PL_GRID(PL_REDUCTION(i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (int64_t, target, (m), PL_BLOCKSPEC((1), (i))),
        PL_OUT(float, z, (1), PL_WHOLE))

// The mean over rows of max(|a - p| - |a - n| + 1, 0).
PL_KERNEL(triplet_kernel, PL_SCALAR(long, n), PL_SCALAR(float, by), PL_REF(const float, anchor, n),
          PL_REF(const float, positive, n), PL_REF(const float, negative, n), PL_REF(float, z, 1))
{
    float near = 0, far = 0;
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    PL_REDUCE (near, PL_ADD, (c, n), squared(anchor[c] + 1e-6f, positive[c]));
    PL_REDUCE (far, PL_ADD, (c, n), squared(anchor[c] + 1e-6f, negative[c]));
    z[0] += PL_MAX(sqrtf(near) - sqrtf(far) + 1, 0);
    PL_WHEN (PL_LAST(0))
        z[0] *= by;
}

PL_CALL(triplet_loss, triplet_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n), PL_SCALAR(float, by),
        PL_GRID(PL_REDUCTION(i, m)),
        PL_IN (float, anchor, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (float, positive, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (float, negative, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, z, (1), PL_WHOLE))

// ---- Are they right? ----

// A term goes through the sum of its block and that of the blocks, and has been rounded 4 times.
static double loss_bound(struct card_sum s, double rounded, long n)
{
    return card_bound(s, rounded + BLOCK + (double)PL_CDIV(n, BLOCK) + 4);
}

static double squared_error(long i)
{
    const double d = (double)IN(0, i) - IN(1, i);
    return d * d;
}

static void try_mse(long n)
{
    float *p = card_in(0, n), *t = card_in(1, n), *z = card_out(1);
    CARD_RUN(mse_loss(n, 1.0f / (float)n, p, t, z));
    if (!card_compares(n))
        return;
    struct card_sum s = { 0, 0 };
    for (long i = 0; i < n; i++)
        card_add(&s, squared_error(i) / (double)n);
    card_compare(z, 0, s.value, loss_bound(s, 0, n));
}

static void try_huber(long n)
{
    float *p = card_in(0, n), *t = card_in(1, n), *z = card_out(1);
    CARD_RUN(huber_loss(n, 1.0f / (float)n, p, t, z));
    if (!card_compares(n))
        return;
    struct card_sum s = { 0, 0 };
    for (long i = 0; i < n; i++) {
        double d = fabs((double)IN(0, i) - IN(1, i));
        card_add(&s, (d < 1 ? d * d / 2 : d - 0.5) / (double)n);
    }
    card_compare(z, 0, s.value, loss_bound(s, 0, n));
}

// A logarithm is off by CARD_ROOT of at most |log p| + |log t|; so is a term.
static void try_divergence(long m, long n)
{
    float *p = card_in_range(0, m * n, 1.0f / 1024, 0.5f), *t = card_in_range(1, m * n, 1.0f / 1024, 0.5f), *z = card_out(1);
    CARD_RUN(kl_divergence(m * n, 1.0f / (float)m, p, t, z));
    if (!card_compares(m * n))
        return;
    struct card_sum s = { 0, 0 };
    for (long i = 0; i < m * n; i++) {
        double log_p = log(IN(0, i)), log_t = log(IN(1, i)), share = (double)IN(1, i) / (double)m;
        s.value += share * (log_t - log_p);
        s.magnitude += share * (fabs(log_t) + fabs(log_p));
    }
    card_compare(z, 0, s.value, loss_bound(s, CARD_ROOT / CARD_ULP, m * n));
}

static void try_hinge(long m, long n)
{
    float *p = card_in(0, m * n), *t = card_in(1, n), *z = card_out(1);
    CARD_RUN(hinge_loss(m, n, 1.0f / (float)(m * n), p, t, z));
    if (!card_compares(m * n))
        return;
    struct card_sum s = { 0, 0 };
    for (long i = 0; i < m * n; i++) {
        double product = (double)IN(0, i) * IN(1, i % n);
        s.value += fmax(1 - product, 0) / (double)(m * n);
        s.magnitude += (1 + fabs(product)) / (double)(m * n);
    }
    card_compare(z, 0, s.value, loss_bound(s, (double)(PL_CDIV(m, ROWS) * PL_CDIV(n, COLUMNS)), m * n));
}

// Row i has its target in column 7 i % n.
static void try_cross_entropy(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(1);
    int64_t *target = card_alloc((size_t)m * sizeof *target);
    for (int64_t i = 0, column; i < m; i++) {
        column = 7 * i % n;
        card.is_wrong |= pl_upload(target + i, &column, sizeof column);
    }
    CARD_RUN(cross_entropy(m, n, 1.0f / (float)m, x, target, z));
    if (!card_compares(m * n))
        return;
    struct card_sum s = { 0, 0 };
    for (long i = 0; i < m; i++) {
        double sum = 0;
        for (long c = 0; c < n; c++)
            sum += exp(IN(0, i * n + c));
        card_add(&s, log(sum) / (double)m);
        card_add(&s, -IN(0, i * n + 7 * i % n) / (double)m);
    }
    // A sum of n exponentials, whose logarithm is off by as much as its relative error, and m rows.
    card_compare(z, 0, s.value, card_bound(s, (double)m + 8) + (double)n * CARD_ULP + 4 * CARD_ROOT);
}

static void try_triplet(long m, long n)
{
    float *a = card_in(0, m * n), *p = card_in(1, m * n), *o = card_in(2, m * n), *z = card_out(1);
    CARD_RUN(triplet_loss(m, n, 1.0f / (float)m, a, p, o, z));
    if (!card_compares(m * n))
        return;
    struct card_sum s = { 0, 0 };
    for (long i = 0; i < m; i++) {
        double near = 0, far = 0;
        for (long c = i * n; c < (i + 1) * n; c++) {
            double to_near = (double)IN(0, c) - IN(1, c) + 1e-6, to_far = (double)IN(0, c) - IN(2, c) + 1e-6;
            near += to_near * to_near;
            far += to_far * to_far;
        }
        s.value += fmax(sqrt(near) - sqrt(far) + 1, 0) / (double)m;
        s.magnitude += (sqrt(near) + sqrt(far) + 1) / (double)m;
    }
    card_compare(z, 0, s.value, card_bound(s, (double)m + (double)n / 2 + 8));
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long rows = CARD_SIZE(20, 32768), columns = CARD_SIZE(1100, 32768);
    CARD_TRY(94, "MSELoss", try_mse(rows * columns));
    CARD_TRY(95, "CrossEntropyLoss", try_cross_entropy(rows, CARD_SIZE(300, 4096)));
    CARD_TRY(96, "HuberLoss", try_huber(rows * columns));
    CARD_TRY(98, "KLDivLoss", try_divergence(CARD_SIZE(20, 16384), CARD_SIZE(300, 16384)));
    CARD_TRY(99, "TripletMarginLoss", try_triplet(rows, CARD_SIZE(300, 8192)));
    CARD_TRY(100, "HingeLoss", try_hinge(rows, columns));
    return card_end();
}
