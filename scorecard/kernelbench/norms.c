// norms.c -- elements minus their mean, over their deviation; or over a norm: of a row, a column, all.
//
// Where the elements of a norm are many, a first call accumulates their sums, divided among groups of a GPU, and a second call
// reads every element once more. Rows of moderate length are a block of their own.

#include "../card.h"

enum { BLOCK = 4096, COLUMNS = 256 };

static const float epsilon = 1e-5f;

// The mean of x[.][c][.], and 1 over its deviation.
PL_KERNEL(moments_kernel, PL_SCALAR(float, count), PL_REF(const float, x, BLOCK), PL_REF(float, z, 2))
{
    float sum = 0, squares = 0;
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_REDUCE (sum, PL_ADD, (c, BLOCK), x[c]);
    PL_REDUCE (squares, PL_ADD, (c, BLOCK), x[c] * x[c]);
    z[0] += sum;
    z[1] += squares;
    PL_WHEN (PL_LAST(1)) {
        z[0] /= count;
        z[1] = 1 / sqrtf(PL_MAX(z[1] / count - z[0] * z[0], 0) + epsilon);
    }
}

PL_CALL(moments, moments_kernel,
        PL_SIZES(outer, channels, inner),
        PL_SCALAR(float, count),
        PL_GRID(PL_PARALLEL(c, channels), PL_REDUCTION(l, outer * PL_CDIV(inner, BLOCK))),
        PL_IN (float, x, (outer, channels, inner),
               PL_BLOCKSPEC((PL_NONE, PL_NONE, BLOCK), (l / PL_CDIV(inner, BLOCK), c, l % PL_CDIV(inner, BLOCK)), PL_EDGE(0))),
        PL_OUT(float, z, (channels, 2), PL_BLOCKSPEC((PL_NONE, 2), (c, 0))))

// Batch norm: each channel has its moments, a gain and a shift.
PL_KERNEL(channel_norm_kernel, PL_REF(const float, x, BLOCK), PL_REF(const float, moments, 2), PL_REF(const float, gain, 1),
          PL_REF(const float, shift, 1), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = (x[c] - moments[0]) * moments[1] * gain[0] + shift[0];
}

PL_CALL(batch_norm, channel_norm_kernel,
        PL_SIZES(batch, channels, inner),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(c, channels), PL_PARALLEL(j, PL_CDIV(inner, BLOCK))),
        PL_IN (float, x, (batch, channels, inner), PL_BLOCKSPEC((PL_NONE, PL_NONE, BLOCK), (b, c, j))),
        PL_IN (float, moments, (channels, 2), PL_BLOCKSPEC((PL_NONE, 2), (c, 0))),
        PL_IN (float, gain, (channels), PL_BLOCKSPEC((1), (c))),
        PL_IN (float, shift, (channels), PL_BLOCKSPEC((1), (c))),
        PL_OUT(float, z, (batch, channels, inner), PL_BLOCKSPEC((PL_NONE, PL_NONE, BLOCK), (b, c, j))))

// Group norm: each group of channels of each picture has its moments.
PL_CALL(group_norm, channel_norm_kernel,
        PL_SIZES(batch, channels, inner, groups),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(c, channels), PL_PARALLEL(j, PL_CDIV(inner, BLOCK))),
        PL_IN (float, x, (batch, channels, inner), PL_BLOCKSPEC((PL_NONE, PL_NONE, BLOCK), (b, c, j))),
        PL_IN (float, moments, (batch, groups, 2), PL_BLOCKSPEC((PL_NONE, PL_NONE, 2), (b, c / (channels / groups), 0))),
        PL_IN (float, gain, (channels), PL_BLOCKSPEC((1), (c))),
        PL_IN (float, shift, (channels), PL_BLOCKSPEC((1), (c))),
        PL_OUT(float, z, (batch, channels, inner), PL_BLOCKSPEC((PL_NONE, PL_NONE, BLOCK), (b, c, j))))

// Instance norm: each channel of each picture has its moments, and there is no gain.
PL_KERNEL(instance_norm_kernel, PL_REF(const float, x, BLOCK), PL_REF(const float, moments, 2), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = (x[c] - moments[0]) * moments[1];
}

PL_CALL(instance_norm, instance_norm_kernel,
        PL_SIZES(rows, inner),
        PL_GRID(PL_PARALLEL(r, rows), PL_PARALLEL(j, PL_CDIV(inner, BLOCK))),
        PL_IN (float, x, (rows, inner), PL_BLOCKSPEC((PL_NONE, BLOCK), (r, j))),
        PL_IN (float, moments, (rows, 2), PL_BLOCKSPEC((PL_NONE, 2), (r, 0))),
        PL_OUT(float, z, (rows, inner), PL_BLOCKSPEC((PL_NONE, BLOCK), (r, j))))

// Layer norm: each row has its moments, each column a gain and a shift.
PL_KERNEL(layer_norm_kernel, PL_REF(const float, x, BLOCK), PL_REF(const float, moments, 2), PL_REF(const float, gain, BLOCK),
          PL_REF(const float, shift, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = (x[c] - moments[0]) * moments[1] * gain[c] + shift[c];
}

PL_CALL(layer_norm, layer_norm_kernel,
        PL_SIZES(rows, inner),
        PL_GRID(PL_PARALLEL(r, rows), PL_PARALLEL(j, PL_CDIV(inner, BLOCK))),
        PL_IN (float, x, (rows, inner), PL_BLOCKSPEC((PL_NONE, BLOCK), (r, j))),
        PL_IN (float, moments, (rows, 2), PL_BLOCKSPEC((PL_NONE, 2), (r, 0))),
        PL_IN (float, gain, (inner), PL_BLOCKSPEC((BLOCK), (j))),
        PL_IN (float, shift, (inner), PL_BLOCKSPEC((BLOCK), (j))),
        PL_OUT(float, z, (rows, inner), PL_BLOCKSPEC((PL_NONE, BLOCK), (r, j))))

// RMS norm along the channels, the middle dim: each column belongs to a work-item.
PL_KERNEL(rms_norm_kernel, PL_SCALAR(long, channels), PL_REF(const float, x, channels, COLUMNS),
          PL_REF(float, z, channels, COLUMNS))
{
    PL_EACH ((p, COLUMNS)) {
        float squares = 0;
        PL_LOOP (c, 0, channels)
            squares += x[c][p] * x[c][p];
        const float rms = sqrtf(squares / channels + epsilon);
        PL_LOOP (c, 0, channels)
            z[c][p] = x[c][p] / rms;
    }
}

PL_CALL(rms_norm, rms_norm_kernel,
        PL_SIZES(batch, inner),
        PL_SCALAR(long, channels),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(j, PL_CDIV(inner, COLUMNS))),
        PL_IN (float, x, (batch, channels, inner), PL_BLOCKSPEC((PL_NONE, PL_FULL, COLUMNS), (b, 0, j))),
        PL_OUT(float, z, (batch, channels, inner), PL_BLOCKSPEC((PL_NONE, PL_FULL, COLUMNS), (b, 0, j))))

// The Frobenius norm: of all elements.
PL_KERNEL(norm_of_all_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, norm, 1))
{
    float squares = 0;
    PL_WHEN (PL_FIRST(0))
        norm[0] = 0;
    PL_REDUCE (squares, PL_ADD, (c, BLOCK), x[c] * x[c]);
    norm[0] += squares;
    PL_WHEN (PL_LAST(0))
        norm[0] = sqrtf(norm[0]);
}

PL_CALL(norm_of_all, norm_of_all_kernel,
        PL_SIZES(n),
        PL_GRID(PL_REDUCTION(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i), PL_EDGE(0))),
        PL_OUT(float, norm, (1), PL_WHOLE))

PL_KERNEL(over_kernel, PL_REF(const float, x, BLOCK), PL_REF(const float, norm, 1), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = x[c] / norm[0];
}

PL_CALL(over, over_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_IN (float, norm, (1), PL_WHOLE),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

// Each row over the mean of its magnitudes, or over the root of the sum of its squares.
#define ROW_NORM(name, term, norm)                                                                                                 \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, z, n))                                   \
    {                                                                                                                              \
        float sum = 0;                                                                                                             \
        PL_REDUCE (sum, PL_ADD, (c, n), term);                                                                                     \
        PL_EACH ((c, n))                                                                                                           \
            z[c] = x[c] / norm;                                                                                                    \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(m),                                                                                                           \
            PL_SCALAR(long, n),                                                                                                    \
            PL_GRID(PL_PARALLEL(i, m)),                                                                                            \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),                                                    \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))))

ROW_NORM(l1_norm, fabsf(x[c]), (sum / n))
ROW_NORM(l2_norm, x[c] * x[c], sqrtf(sum))

// ---- Are they right? ----

struct expected { double mean, scale, mean_bound, scale_bound; };

// The moments of x[.][c][.]. A mean of squares less the square of the mean is off by what both are, and so is the root of it.
static struct expected moments_of(long outer, long channels, long inner, long c)
{
    struct card_sum sum = { 0, 0 }, squares = { 0, 0 };
    const double n = (double)(outer * inner), depth = (double)(PL_MIN(inner, BLOCK) + outer * PL_CDIV(inner, BLOCK) + 3);
    for (long o = 0; o < outer; o++)
        for (long i = 0; i < inner; i++) {
            double x = IN(0, (o * channels + c) * inner + i);
            card_add(&sum, x / n);
            card_add(&squares, x * x / n);
        }
    struct expected e = { .mean = sum.value, .scale = 1 / sqrt(squares.value - sum.value * sum.value + (double)epsilon) };
    e.mean_bound = card_bound(sum, depth);
    const double variance_bound = card_bound(squares, depth) + 2 * fabs(e.mean) * e.mean_bound + 2 * CARD_ULP * e.mean * e.mean;
    e.scale_bound = e.scale * (e.scale * e.scale * variance_bound / 2 + 2 * CARD_ROOT);
    return e;
}

static void compare_normed(const float *z, long i, struct expected e, double gain, double shift)
{
    const double x = IN(0, i), y = (x - e.mean) * e.scale * gain + shift;
    const double bound = (e.mean_bound + CARD_ULP * (fabs(x) + fabs(e.mean))) * e.scale + fabs(x - e.mean) * e.scale_bound;
    card_compare(z, i, y, fabs(gain) * bound + 4 * CARD_ULP * (fabs(y) + fabs(shift)) + FLT_MIN);
}

static int moments_and_batch_norm(long batch, long channels, long inner, const float *x, const float *gain, const float *shift,
                                  float *both, float *z)
{
    return moments(batch, channels, inner, (float)(batch * inner), x, both) ||
           batch_norm(batch, channels, inner, x, both, gain, shift, z);
}

static void try_batch_norm(long batch, long channels, long inner)
{
    const long n = batch * channels * inner;
    float *x = card_in(0, n), *gain = card_in(1, channels), *shift = card_in(2, channels), *both = card_out(2 * channels),
        *z = card_out(n);
    CARD_RUN(moments_and_batch_norm(batch, channels, inner, x, gain, shift, both, z));
    CARD_EACH (i, n) {
        const long c = i / inner % channels;
        compare_normed(z, i, moments_of(batch, channels, inner, c), IN(1, c), IN(2, c));
    }
}

static int moments_and_instance_norm(long rows, long inner, const float *x, float *both, float *z)
{
    return moments(1, rows, inner, (float)inner, x, both) || instance_norm(rows, inner, x, both, z);
}

static void try_instance_norm(long rows, long inner)
{
    float *x = card_in(0, rows * inner), *both = card_out(2 * rows), *z = card_out(rows * inner);
    CARD_RUN(moments_and_instance_norm(rows, inner, x, both, z));
    CARD_EACH (i, rows * inner)
        compare_normed(z, i, moments_of(1, rows, inner, i / inner), 1, 0);
}

static int moments_and_group_norm(long batch, long channels, long inner, long groups, const float *x, const float *gain,
                                  const float *shift, float *both, float *z)
{
    const long each = channels / groups * inner;
    return moments(1, batch * groups, each, (float)each, x, both) ||
           group_norm(batch, channels, inner, groups, x, both, gain, shift, z);
}

static void try_group_norm(long batch, long channels, long inner, long groups)
{
    const long n = batch * channels * inner, each = channels / groups * inner;
    float *x = card_in(0, n), *gain = card_in(1, channels), *shift = card_in(2, channels);
    float *both = card_out(2 * batch * groups), *z = card_out(n);
    CARD_RUN(moments_and_group_norm(batch, channels, inner, groups, x, gain, shift, both, z));
    CARD_EACH (i, n) {
        const long c = i / inner % channels;
        compare_normed(z, i, moments_of(1, batch * groups, each, i / each), IN(1, c), IN(2, c));
    }
}

static int moments_and_layer_norm(long rows, long inner, const float *x, const float *gain, const float *shift, float *both,
                                  float *z)
{
    return moments(1, rows, inner, (float)inner, x, both) || layer_norm(rows, inner, x, both, gain, shift, z);
}

static void try_layer_norm(long rows, long inner)
{
    float *x = card_in(0, rows * inner), *gain = card_in(1, inner), *shift = card_in(2, inner);
    float *both = card_out(2 * rows), *z = card_out(rows * inner);
    CARD_RUN(moments_and_layer_norm(rows, inner, x, gain, shift, both, z));
    CARD_EACH (i, rows * inner)
        compare_normed(z, i, moments_of(1, rows, inner, i / inner), IN(1, i % inner), IN(2, i % inner));
}

// x over a root of the mean or sum of n squares, or over the mean of n magnitudes: all terms are positive.
static void compare_over(const float *z, long i, double norm, double roundings)
{
    const double expected = IN(0, i) / norm;
    card_compare(z, i, expected, fabs(expected) * (roundings * CARD_ULP + 2 * CARD_ROOT) + FLT_MIN);
}

static void try_rms_norm(long batch, long channels, long inner)
{
    const long n = batch * channels * inner;
    float *x = card_in(0, n), *z = card_out(n);
    CARD_RUN(rms_norm(batch, inner, channels, x, z));
    CARD_EACH (i, n) {
        double squares = 0;
        for (long c = 0; c < channels; c++)
            squares += pow(IN(0, i / (channels * inner) * channels * inner + c * inner + i % inner), 2);
        compare_over(z, i, sqrt(squares / (double)channels + (double)epsilon), (double)channels);
    }
}

static int norm_of_all_and_over(long n, const float *x, float *norm, float *z)
{
    return norm_of_all(n, x, norm) || over(n, x, norm, z);
}

static void try_frobenius_norm(long n)
{
    float *x = card_in(0, n), *norm = card_out(1), *z = card_out(n);
    CARD_RUN(norm_of_all_and_over(n, x, norm, z));
    if (!card_compares(n))
        return;
    double squares = 0;
    for (long i = 0; i < n; i++)
        squares += (double)IN(0, i) * IN(0, i);
    CARD_EACH (i, n)
        compare_over(z, i, sqrt(squares), BLOCK + (double)PL_CDIV(n, BLOCK));
}

static void try_row_norm(long m, long n, bool is_l2)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    if (is_l2)
        CARD_RUN(l2_norm(m, n, x, z));
    else
        CARD_RUN(l1_norm(m, n, x, z));
    CARD_EACH (i, m * n) {
        double sum = 0;
        for (long c = i / n * n; c < i / n * n + n; c++)
            sum += is_l2 ? (double)IN(0, c) * IN(0, c) : fabs(IN(0, c));
        compare_over(z, i, is_l2 ? sqrt(sum) : sum / (double)n, (double)n + 2);
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long batch = CARD_SIZE(2, 112), channels = CARD_SIZE(6, 64), inner = CARD_SIZE(20 * 15, 512 * 512);
    CARD_TRY(33, "BatchNorm", try_batch_norm(CARD_SIZE(2, 64), channels, inner));
    CARD_TRY(34, "InstanceNorm", try_instance_norm(batch * channels, inner));
    CARD_TRY(35, "GroupNorm", try_group_norm(batch, channels, inner, CARD_SIZE(3, 8)));
    CARD_TRY(36, "RMSNorm", try_rms_norm(batch, channels, inner));
    CARD_TRY(37, "FrobeniusNorm", try_frobenius_norm(batch * channels * inner));
    CARD_TRY(38, "L1Norm", try_row_norm(CARD_SIZE(4, 32768), CARD_SIZE(511, 65535), false));
    CARD_TRY(39, "L2Norm", try_row_norm(CARD_SIZE(4, 32768), CARD_SIZE(511, 65535), true));
    CARD_TRY(40, "LayerNorm", try_layer_norm(CARD_SIZE(3, 16), CARD_SIZE(5000, 64 * 256 * 256)));
    return card_end();
}
