// depthwise.c -- convolutions in which each channel has a window of its own, and one that a product along the channels follows.

#include "../card.h"

enum { BH = 8, BW = 64 };

// name; the window's extents. A program has BH x BW places of one channel.
#define DEPTHWISE(name, KH, KW)                                                                                                    \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, BH + KH - 1, BW + KW - 1), PL_REF(const float, weight, KH, KW),                \
              PL_REF(float, z, BH, BW))                                                                                            \
    {                                                                                                                              \
        PL_EACH ((h, BH), (w, BW)) {                                                                                               \
            float sum = 0;                                                                                                         \
            PL_LOOP (kh, 0, KH)                                                                                                    \
                PL_LOOP (kw, 0, KW)                                                                                                \
                    sum += x[h + kh][w + kw] * weight[kh][kw];                                                                     \
            z[h][w] = sum;                                                                                                         \
        }                                                                                                                          \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(batch, channels, height, width, h_out, w_out),                                                                \
            PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(c, channels), PL_PARALLEL(i, PL_CDIV(h_out, BH)),                           \
                    PL_PARALLEL(j, PL_CDIV(w_out, BW))),                                                                           \
            PL_IN (float, x, (batch, channels, height, width),                                                                     \
                   PL_BLOCKSPEC((PL_NONE, PL_NONE, PL_ELEMENT(BH + KH - 1, 0, BH), PL_ELEMENT(BW + KW - 1, 0, BW)),                \
                                (b, c, i * BH, j * BW))),                                                                          \
            PL_IN (float, weight, (channels, KH, KW), PL_BLOCKSPEC((PL_NONE, KH, KW), (c, 0, 0))),                                 \
            PL_OUT(float, z, (batch, channels, h_out, w_out), PL_BLOCKSPEC((PL_NONE, PL_NONE, BH, BW), (b, c, i, j))))

DEPTHWISE(depthwise_3x3, 3, 3)
DEPTHWISE(depthwise_3x1, 3, 1)
DEPTHWISE(depthwise_3x7, 3, 7)

// A depthwise 3x3 with a border of 0, then a matrix product along the channels, which never leave fast memory in between.
enum { BC = 32, BO = 128, BP = 64 };

PL_KERNEL(separable_kernel, PL_REF(const float, x, BC, 3, BP + 2), PL_REF(const float, weight, BC, 9),
          PL_REF(const float, mix, BO, BC), PL_REF(float, z, BO, BP))
{
    PL_TILE(float, middle, BC, BP);
    PL_WHEN (PL_FIRST(4))
        PL_FILL(z, 0);
    PL_EACH ((c, BC), (p, BP)) {
        float sum = 0;
        PL_LOOP (k, 0, 9)
            sum += x[c][k / 3][p + k % 3] * weight[c][k];
        middle[c][p] = sum;
    }
    PL_DOT(z, mix, middle);
}

PL_CALL(separable, separable_kernel,
        PL_SIZES(batch, c_in, height, width, c_out),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(o, PL_CDIV(c_out, BO)), PL_PARALLEL(h, height),
                PL_PARALLEL(j, PL_CDIV(width, BP)), (c, PL_CDIV(c_in, BC))),
        PL_IN (float, x, (batch, c_in, height, width),
               PL_BLOCKSPEC((PL_NONE, BC, PL_ELEMENT(3, 1, 1), PL_ELEMENT(BP + 2, 1, BP)), (b, c, h, j * BP), PL_EDGE(0))),
        PL_IN (float, weight, (c_in, 9), PL_BLOCKSPEC((BC, 9), (c, 0), PL_EDGE(0))),
        PL_IN (float, mix, (c_out, c_in), PL_BLOCKSPEC((BO, BC), (o, c), PL_EDGE(0))),
        PL_OUT(float, z, (batch, c_out, height, width), PL_BLOCKSPEC((PL_NONE, BO, PL_NONE, BP), (b, o, h, j))))

// ---- Are they right? ----

typedef int depthwise_call(long batch, long channels, long height, long width, long h_out, long w_out, const float *x,
                           const float *weight, float *z);

#define TRY_DEPTHWISE(name, ...) try_depthwise(#name, name, __VA_ARGS__)
static void try_depthwise(const char *name, depthwise_call *call, long kh, long kw, long batch, long channels, long height,
                          long width)
{
    const long h_out = height - kh + 1, w_out = width - kw + 1, n = batch * channels * h_out * w_out;
    float *x = card_in(0, batch * channels * height * width), *weight = card_in(1, channels * kh * kw), *z = card_out(n);
    CARD_RUN(call(batch, channels, height, width, h_out, w_out, x, weight, z));
    card.call = name;
    CARD_EACH (i, n) {
        const long plane = i / (h_out * w_out), h = i / w_out % h_out, w = i % w_out;
        struct card_sum s = { 0, 0 };
        for (long k = 0; k < kh * kw; k++)
            card_add(&s, (double)IN(0, (plane * height + h + k / kw) * width + w + k % kw) * IN(1, plane % channels * kh * kw + k));
        card_compare(z, i, s.value, card_bound(s, (double)(kh * kw)));
    }
}

// Adds what input channel c gives to output channel o at (h, w).
static void add_channel(struct card_sum *s, long b, long c_in, long c, long o, long h, long w, long height, long width)
{
    for (long k = 0; k < 9; k++) {
        const long y = h + k / 3 - 1, x = w + k % 3 - 1;
        if (y >= 0 && y < height && x >= 0 && x < width)
            card_add(s, (double)IN(0, ((b * c_in + c) * height + y) * width + x) * IN(1, c * 9 + k) * IN(2, o * c_in + c));
    }
}

static void try_separable(long batch, long c_in, long height, long width, long c_out)
{
    const long n = batch * c_out * height * width;
    float *x = card_in(0, batch * c_in * height * width), *weight = card_in(1, c_in * 9), *mix = card_in(2, c_out * c_in),
        *z = card_out(n);
    CARD_RUN(separable(batch, c_in, height, width, c_out, x, weight, mix, z));
    CARD_EACH (i, n) {
        struct card_sum s = { 0, 0 };
        for (long c = 0; c < c_in; c++)
            add_channel(&s, i / (c_out * height * width), c_in, c, i / (height * width) % c_out, i / width % height, i % width,
                        height, width);
        card_compare(z, i, s.value, card_bound(s, 9 + (double)c_in));
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const bool big = card.is_timed;
    CARD_TRY(82, "Conv depthwise 2D, square, 3x3",
             TRY_DEPTHWISE(depthwise_3x3, 3, 3, big ? 16 : 2, big ? 64 : 3, big ? 512 : 12, big ? 512 : 75));
    CARD_TRY(83, "Conv depthwise 2D, square, 3x1",
             TRY_DEPTHWISE(depthwise_3x1, 3, 1, big ? 64 : 2, big ? 8 : 3, big ? 512 : 12, big ? 512 : 75));
    CARD_TRY(84, "Conv depthwise 2D, asymmetric input, 3x3",
             TRY_DEPTHWISE(depthwise_3x3, 3, 3, big ? 64 : 2, big ? 128 : 3, big ? 256 : 12, big ? 512 : 75));
    CARD_TRY(85, "Conv depthwise 2D, 3x7",
             TRY_DEPTHWISE(depthwise_3x7, 3, 7, big ? 32 : 2, big ? 128 : 3, big ? 128 : 12, big ? 256 : 75));
    CARD_TRY(86, "Conv depthwise-separable 2D",
             try_separable(big ? 16 : 1, big ? 64 : 40, big ? 512 : 5, big ? 512 : 75, big ? 128 : 6));
    return card_end();
}
