// rows.c -- softmax of rows, layer norm forwards and backwards: Triton's tutorials 2 and 5.

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

PL_KERNEL(layer_norm_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(const float, gain, n),
          PL_REF(const float, shift, n), PL_REF(float, y, n), PL_REF(float, mean, 1), PL_REF(float, scale, 1))
{
    float sum = 0, squares = 0;
    PL_REDUCE (sum, PL_ADD, (c, n), x[c]);
    const float m = sum / n;
    PL_REDUCE (squares, PL_ADD, (c, n), (x[c] - m) * (x[c] - m));
    const float s = 1 / sqrtf(squares / n + 1e-5f);
    PL_EACH ((c, n))
        y[c] = (x[c] - m) * s * gain[c] + shift[c];
    mean[0] = m;
    scale[0] = s;
}

PL_CALL(layer_norm, layer_norm_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (float, gain, (n), PL_WHOLE),
        PL_IN (float, shift, (n), PL_WHOLE),
        PL_OUT(float, y, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, mean, (m), PL_BLOCKSPEC((1), (i))),
        PL_OUT(float, scale, (m), PL_BLOCKSPEC((1), (i))))

// dx = (gain dy - h mean(gain dy h) - mean(gain dy)) scale, where h = (x - mean) scale. The sums over all rows, of dy h and of dy,
// are those of gain and shift.
PL_KERNEL(layer_norm_back_kernel, PL_SCALAR(long, n), PL_REF(const float, dy, n), PL_REF(const float, x, n),
          PL_REF(const float, gain, n), PL_REF(const float, mean, 1), PL_REF(const float, scale, 1), PL_REF(float, dx, n),
          PL_REF(float, d_gain, n), PL_REF(float, d_shift, n))
{
    float along = 0, all = 0;
    PL_WHEN (PL_FIRST(0)) {
        PL_FILL(d_gain, 0);
        PL_FILL(d_shift, 0);
    }
    PL_REDUCE (along, PL_ADD, (c, n), gain[c] * dy[c] * (x[c] - mean[0]) * scale[0]);
    PL_REDUCE (all, PL_ADD, (c, n), gain[c] * dy[c]);
    PL_EACH ((c, n)) {
        const float h = (x[c] - mean[0]) * scale[0];
        dx[c] = (gain[c] * dy[c] - (h * along + all) / n) * scale[0];
        d_gain[c] += dy[c] * h;
        d_shift[c] += dy[c];
    }
}

PL_CALL(layer_norm_back, layer_norm_back_kernel,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID((i, m)),
        PL_IN (float, dy, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_IN (float, gain, (n), PL_WHOLE),
        PL_IN (float, mean, (m), PL_BLOCKSPEC((1), (i))),
        PL_IN (float, scale, (m), PL_BLOCKSPEC((1), (i))),
        PL_OUT(float, dx, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, d_gain, (n), PL_WHOLE),
        PL_OUT(float, d_shift, (n), PL_WHOLE))

// ---- Are they right? ----

static void try_softmax(long m, long n)
{
    float *x = card_in(0, m * n), *z = card_out(m * n);
    CARD_RUN(softmax(m, n, x, z));
    CARD_EACH (i, m * n) {
        double sum = 0;
        for (long c = i / n * n; c < i / n * n + n; c++)
            sum += exp(IN(0, c));
        const double expected = exp(IN(0, i)) / sum;
        card_compare(z, i, expected, expected * ((double)n * CARD_ULP + 3 * CARD_ROOT + 4 * CARD_ULP));
    }
}

struct row { double mean, scale, along, all; };

static struct row row_of(long r, long n)
{
    struct row w = { 0, 0, 0, 0 };
    double squares = 0;
    for (long c = 0; c < n; c++)
        w.mean += IN(0, r * n + c) / (double)n;
    for (long c = 0; c < n; c++)
        squares += (IN(0, r * n + c) - w.mean) * (IN(0, r * n + c) - w.mean);
    w.scale = 1 / sqrt(squares / (double)n + (double)1e-5f);
    for (long c = 0; c < n; c++) {
        w.along += (double)IN(1, c) * IN(3, r * n + c) * (IN(0, r * n + c) - w.mean) * w.scale / (double)n;
        w.all += (double)IN(1, c) * IN(3, r * n + c) / (double)n;
    }
    return w;
}

static int forward_and_back(long m, long n, const float *x, const float *gain, const float *shift, const float *dy, float *y,
                            float *mean, float *scale, float *dx, float *d_gain, float *d_shift)
{
    return layer_norm(m, n, x, gain, shift, y, mean, scale) || layer_norm_back(m, n, dy, x, gain, mean, scale, dx, d_gain, d_shift);
}

// All inputs are at most 1, deviations between 1/2 and 1, so h is at most 4: sums of n terms and their roots are off by n CARD_ULP of
// at most 4, three of them in dx; and sums over m rows of at most 4 by m CARD_ULP, and by what each h is.
static void try_layer_norm(long m, long n)
{
    float *x = card_in(0, m * n), *gain = card_in(1, n), *shift = card_in(2, n), *dy = card_in(3, m * n), *y = card_out(m * n);
    float *mean = card_out(m), *scale = card_out(m), *dx = card_out(m * n), *d_gain = card_out(n), *d_shift = card_out(n);
    CARD_RUN(forward_and_back(m, n, x, gain, shift, dy, y, mean, scale, dx, d_gain, d_shift));
    const double off = 4 * ((double)n + 8) * CARD_ULP + 4 * CARD_ROOT;
    CARD_EACH (i, m * n) {
        const struct row w = row_of(i / n, n);
        const double h = (IN(0, i) - w.mean) * w.scale, g = IN(1, i % n);
        card_compare(y, i, h * g + IN(2, i % n), 2 * off);
        card_compare(dx, i, (g * IN(3, i) - h * w.along - w.all) * w.scale, 2 * 4 * 3 * off);
    }
    CARD_EACH (c, n) {
        double gains = 0, shifts = 0;
        for (long r = 0; r < m; r++) {
            const struct row w = row_of(r, n);
            gains += IN(3, r * n + c) * (IN(0, r * n + c) - w.mean) * w.scale;
            shifts += IN(3, r * n + c);
        }
        card_compare(d_gain, c, gains, (double)m * (off + 4 * (double)m * CARD_ULP));
        card_compare(d_shift, c, shifts, (double)m * (double)m * CARD_ULP);
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    CARD_TRY(2, "Fused softmax", try_softmax(CARD_SIZE(5, 4096), CARD_SIZE(300, 4096)));
    CARD_TRY(5, "Layer normalization, forwards and backwards", try_layer_norm(CARD_SIZE(6, 4096), CARD_SIZE(150, 8192)));
    return card_end();
}
