// conv.c -- convolutions in one, two and three dims, as matrix products: with steps, dilation, any shape of window.
//
// A row of the output, for all its channels, is the weights, a matrix with a row for each output channel, times a matrix with a
// column for each place: the elements under the window there, of each input channel. This matrix is made block by block in a tile.
// The last axis goes along the channels. In fewer dims, the first extents are 1.

#include "../card.h"

// name; output channels, input channels and places of a block; the window's extents; the step; dilations.
#define CONV(name, BO, BC, BW, KD, KH, KW, S, DH, DW)                                                                              \
    enum { name##_TAPS = KD * KH * KW, name##_ROWS = BC * KD * KH * KW, name##_HEIGHT = (KH - 1) * DH + 1,                         \
           name##_WIDTH = (BW - 1) * S + (KW - 1) * DW + 1 };                                                                      \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, BC, KD, name##_HEIGHT, name##_WIDTH),                                          \
              PL_REF(const float, weight, BO, name##_ROWS), PL_REF(float, z, BO, BW))                                              \
    {                                                                                                                              \
        PL_TILE(float, patch, name##_ROWS, BW);                                                                                    \
        PL_EACH ((k, name##_ROWS), (p, BW))                                                                                        \
            patch[k][p] = x[k / name##_TAPS][k / (KH * KW) % KD][k / KW % KH * DH][k % KW * DW + p * S];                           \
        PL_WHEN (PL_FIRST(5))                                                                                                      \
            PL_FILL(z, 0);                                                                                                         \
        PL_DOT(z, weight, patch);                                                                                                  \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(batch, c_in, depth, height, width, c_out, d_out, h_out, w_out, ph, pw),                                       \
            PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(o, PL_CDIV(c_out, BO)), PL_PARALLEL(d, d_out), PL_PARALLEL(h, h_out),       \
                    PL_PARALLEL(j, PL_CDIV(w_out, BW)), (c, PL_CDIV(c_in, BC))),                                                   \
            PL_IN (float, x, (batch, c_in, depth, height, width),                                                                  \
                   PL_BLOCKSPEC((PL_NONE, BC, PL_ELEMENT(KD, 0, 0), PL_ELEMENT(name##_HEIGHT, ph, name##_HEIGHT),                  \
                                 PL_ELEMENT(name##_WIDTH, pw, name##_WIDTH)),                                                      \
                                (b, c, d, h * S, j * BW * S), PL_EDGE(0))),                                                        \
            PL_IN (float, weight, (c_out, c_in * name##_TAPS), PL_BLOCKSPEC((BO, name##_ROWS), (o, c), PL_EDGE(0))),               \
            PL_OUT(float, z, (batch, c_out, d_out, h_out, w_out),                                                                  \
                   PL_BLOCKSPEC((PL_NONE, BO, PL_NONE, PL_NONE, BW), (b, o, d, h, j))))

//                          out  in places  window     step dilation
CONV(conv_11x11_step_4,     96,  1,  64,    1, 11, 11, 4,   1, 1)
CONV(conv_3x3x3,            64,  1, 128,    3,  3,  3, 1,   1, 1)
CONV(conv_3x3,             128,  8,  64,    1,  3,  3, 1,   1, 1)
CONV(conv_5x7,             128,  2,  64,    1,  5,  7, 1,   1, 1)
CONV(conv_3x3_apart,        64,  3, 128,    1,  3,  3, 1,   1, 10)
CONV(conv_3x5x7,            64,  1,  64,    3,  5,  7, 1,   1, 1)
CONV(conv_5x9,              64,  1, 128,    1,  5,  9, 1,   1, 1)
CONV(conv_5x9_dilated,      64,  1, 128,    1,  5,  9, 1,   2, 3)
CONV(conv_3,               128, 16, 128,    1,  1,  3, 1,   1, 1)
CONV(conv_3_step_3_dilated, 128, 16, 64,    1,  1,  3, 3,   1, 4)

// A window of one element: the picture is a matrix already.
enum { BO = 128, BC = 32, BP = 128 };

PL_KERNEL(pointwise_kernel, PL_REF(const float, x, BC, BP), PL_REF(const float, weight, BO, BC), PL_REF(float, z, BO, BP))
{
    PL_WHEN (PL_FIRST(3))
        PL_FILL(z, 0);
    PL_DOT(z, weight, x);
}

PL_CALL(pointwise, pointwise_kernel,
        PL_SIZES(batch, c_in, pixels, c_out),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(o, PL_CDIV(c_out, BO)), PL_PARALLEL(j, PL_CDIV(pixels, BP)),
                (c, PL_CDIV(c_in, BC))),
        PL_IN (float, x, (batch, c_in, pixels), PL_BLOCKSPEC((PL_NONE, BC, BP), (b, c, j), PL_EDGE(0))),
        PL_IN (float, weight, (c_out, c_in), PL_BLOCKSPEC((BO, BC), (o, c), PL_EDGE(0))),
        PL_OUT(float, z, (batch, c_out, pixels), PL_BLOCKSPEC((PL_NONE, BO, BP), (b, o, j))))

// ---- Are they right? ----

struct conv { long batch, c_in, size[3], c_out, window[3], step, padding[3], dilation[3]; };

static long length_of(const struct conv *v, int dim)
{
    return (v->size[dim] + 2 * v->padding[dim] - v->dilation[dim] * (v->window[dim] - 1) - 1) / v->step + 1;
}

static void compare(const float *z, long i, const struct conv *v)
{
    const long d = length_of(v, 0), h = length_of(v, 1), w = length_of(v, 2), taps = v->window[0] * v->window[1] * v->window[2];
    const long b = i / (v->c_out * d * h * w), o = i / (d * h * w) % v->c_out, at[3] = { i / (h * w) % d, i / w % h, i % w };
    struct card_sum s = { 0, 0 };
    for (long c = 0; c < v->c_in; c++)
        for (long k = 0; k < taps; k++) {
            const long tap[3] = { k / (v->window[1] * v->window[2]), k / v->window[2] % v->window[1], k % v->window[2] };
            long place = b * v->c_in + c;
            bool is_inside = true;
            for (int dim = 0; dim < 3; dim++) {
                const long e = at[dim] * v->step + tap[dim] * v->dilation[dim] - v->padding[dim];
                is_inside &= e >= 0 && e < v->size[dim];
                place = place * v->size[dim] + e;
            }
            if (is_inside)
                card_add(&s, (double)IN(0, place) * IN(1, (o * v->c_in + c) * taps + k));
        }
    card_compare(z, i, s.value, card_bound(s, (double)(v->c_in * taps)));
}

typedef int conv_call(long batch, long c_in, long depth, long height, long width, long c_out, long d_out, long h_out, long w_out,
                      long ph, long pw, const float *x, const float *weight, float *z);

#define TRY_CONV(name, ...) try_conv(#name, name, (struct conv){ __VA_ARGS__ })
static void try_conv(const char *name, conv_call *call, struct conv v)
{
    const long d = length_of(&v, 0), h = length_of(&v, 1), w = length_of(&v, 2), n = v.batch * v.c_out * d * h * w;
    float *x = card_in(0, v.batch * v.c_in * v.size[0] * v.size[1] * v.size[2]);
    float *weight = card_in(1, v.c_out * v.c_in * v.window[0] * v.window[1] * v.window[2]), *z = card_out(n);
    CARD_RUN(call(v.batch, v.c_in, v.size[0], v.size[1], v.size[2], v.c_out, d, h, w, v.padding[1], v.padding[2], x, weight, z));
    card.call = name;
    CARD_EACH (i, n)
        compare(z, i, &v);
}

static void try_pointwise(long batch, long c_in, long pixels, long c_out)
{
    float *x = card_in(0, batch * c_in * pixels), *weight = card_in(1, c_out * c_in), *z = card_out(batch * c_out * pixels);
    CARD_RUN(pointwise(batch, c_in, pixels, c_out, x, weight, z));
    CARD_EACH (i, batch * c_out * pixels)
        compare(z, i, &(struct conv){ batch, c_in, { 1, 1, pixels }, c_out, { 1, 1, 1 }, 1, { 0, 0, 0 }, { 1, 1, 1 } });
}

#define NONE  { 0, 0, 0 }
#define DENSE { 1, 1, 1 }

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const bool big = card.is_timed;
    CARD_TRY(50, "Conv 2D, 3 to 96 channels, 11x11, step 4",
             TRY_CONV(conv_11x11_step_4, big ? 256 : 1, 3, { 1, big ? 224 : 31, big ? 224 : 31 }, big ? 96 : 5, { 1, 11, 11 }, 4,
                      { 0, 2, 2 }, DENSE));
    CARD_TRY(54, "Conv 3D, square, 3x3x3",
             TRY_CONV(conv_3x3x3, big ? 16 : 1, 3, { big ? 64 : 5, big ? 64 : 6, big ? 64 : 9 }, big ? 64 : 5, { 3, 3, 3 }, 1, NONE,
                      DENSE));
    CARD_TRY(55, "Conv 2D, asymmetric input, 3x3",
             TRY_CONV(conv_3x3, 8 / (big ? 1 : 4), big ? 64 : 9, { 1, big ? 512 : 7, big ? 1024 : 70 }, big ? 128 : 5, { 1, 3, 3 },
                      1, NONE, DENSE));
    CARD_TRY(56, "Conv 2D, asymmetric input, 5x7",
             TRY_CONV(conv_5x7, big ? 8 : 2, big ? 64 : 3, { 1, big ? 512 : 9, big ? 256 : 20 }, big ? 128 : 5, { 1, 5, 7 }, 1,
                      NONE, DENSE));
    // A window of one element in the last dim: it and the dim before are one, in which taps lie its extent apart.
    CARD_TRY(59, "Conv 3D, asymmetric input, 3x3x1",
             TRY_CONV(conv_3x3_apart, big ? 16 : 2, 3, { 1, big ? 256 : 6, big ? 256 * 10 : 5 * 10 }, big ? 64 : 5, { 1, 3, 3 }, 1,
                      NONE, { 1, 1, 10 }));
    CARD_TRY(60, "Conv 3D, square, 3x5x7",
             TRY_CONV(conv_3x5x7, big ? 16 : 1, 3, { big ? 64 : 5, big ? 64 : 7, big ? 64 : 12 }, big ? 64 : 5, { 3, 5, 7 }, 1,
                      NONE, DENSE));
    CARD_TRY(62, "Conv 2D, square, 5x9",
             TRY_CONV(conv_5x9, big ? 8 : 1, big ? 32 : 3, { 1, big ? 512 : 9, big ? 512 : 80 }, big ? 64 : 5, { 1, 5, 9 }, 1, NONE,
                      DENSE));
    CARD_TRY(63, "Conv 2D, square, 3x3",
             TRY_CONV(conv_3x3, big ? 16 : 1, 16, { 1, big ? 1024 : 9, big ? 1024 : 80 }, big ? 128 : 5, { 1, 3, 3 }, 1, NONE,
                      DENSE));
    CARD_TRY(66, "Conv 3D, asymmetric input, 3x5x7",
             TRY_CONV(conv_3x5x7, big ? 8 : 1, 3, { big ? 16 : 4, big ? 128 : 6, big ? 128 : 12 }, big ? 64 : 5, { 3, 5, 7 }, 1,
                      NONE, DENSE));
    CARD_TRY(67, "Conv 1D, 3",
             TRY_CONV(conv_3, big ? 32 : 2, big ? 64 : 20, { 1, 1, big ? 131072 : 150 }, big ? 128 : 5, { 1, 1, 3 }, 1, NONE,
                      DENSE));
    CARD_TRY(76, "Conv 1D, 3, dilation 4, step 3",
             TRY_CONV(conv_3_step_3_dilated, big ? 64 : 2, big ? 64 : 20, { 1, 1, big ? 524280 : 250 }, big ? 128 : 5, { 1, 1, 3 },
                      3, NONE, { 1, 1, 4 }));
    CARD_TRY(80, "Conv 2D, square, 5x9, dilation 2x3, padded",
             TRY_CONV(conv_5x9_dilated, big ? 8 : 1, big ? 32 : 3, { 1, big ? 512 : 12, big ? 512 : 75 }, big ? 64 : 5, { 1, 5, 9 },
                      1, { 0, 2, 4 }, { 1, 2, 3 }));
    CARD_TRY(87, "Conv 2D, pointwise", try_pointwise(big ? 16 : 2, big ? 64 : 40, big ? 1024L * 1024 : 200, big ? 128 : 5));
    return card_end();
}
