// conv_transposed.c -- transposed convolutions in one, two and three dims: with steps, padding, dilation, groups.
//
// Place y of the output has element i of the input, times tap k of the weights, where i S - P + k D = y. In the dims of depth and
// height a program has one y, and passes over the taps for which there is no i. Along the width it has BW places: the elements of
// one tap for all of them, 0 where there is none, are a row of a tile. The sum over channels and taps of a row is a matrix product.

#include "../card.h"

// How many elements before i, with i S <= y + P, the first tap has, and how many a block of BW places has.
#define BEFORE(K, S, D) (((K) - 1) * (D) / (S) + 1)
#define ACROSS(BW, K, S, D) (BEFORE(K, S, D) + ((BW) - 1) / (S) + 2)

// name; output channels, input channels and places of a block; window, steps, dilations.
#define CONV_T(name, BO, BC, BW, KD, KH, KW, SD, SH, SW, DD, DH, DW)                                                               \
    enum { name##_DEPTH = BEFORE(KD, SD, DD) + 1, name##_HEIGHT = BEFORE(KH, SH, DH) + 1, name##_WIDTH = ACROSS(BW, KW, SW, DW),   \
           name##_TAPS = KD * KH * KW };                                                                                           \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, pd), PL_SCALAR(long, ph), PL_SCALAR(long, pw),                                        \
              PL_REF(const float, x, BC, name##_DEPTH, name##_HEIGHT, name##_WIDTH),                                               \
              PL_REF(const float, weight, BC, BO, name##_TAPS), PL_REF(float, z, BO, BW))                                          \
    {                                                                                                                              \
        PL_TILE(float, row, BC * KW, BW);                                                                                          \
        PL_TILE(float, taps, BO, BC * KW);                                                                                         \
        const long d = PL_AXIS(d) + pd, h = PL_AXIS(h) + ph, w = PL_AXIS(j) * BW + pw;                                             \
        PL_WHEN (PL_FIRST(5))                                                                                                      \
            PL_FILL(z, 0);                                                                                                         \
        PL_LOOP (kd, 0, KD)                                                                                                        \
            PL_LOOP (kh, 0, KH)                                                                                                    \
                PL_WHEN ((d - kd * DD) % SD == 0 && (h - kh * DH) % SH == 0) {                                                     \
                    const long i_d = (d - kd * DD) / SD - d / SD + BEFORE(KD, SD, DD);                                             \
                    const long i_h = (h - kh * DH) / SH - h / SH + BEFORE(KH, SH, DH);                                             \
                    PL_EACH ((k, BC * KW), (p, BW)) {                                                                              \
                        const long y = w + p - k % KW * DW, i_w = y / SW - w / SW + BEFORE(KW, SW, DW);                            \
                        row[k][p] = y % SW == 0 ? x[k / KW][i_d][i_h][i_w] : 0;                                                    \
                    }                                                                                                              \
                    PL_EACH ((o, BO), (k, BC * KW))                                                                                \
                        taps[o][k] = weight[k / KW][o][(kd * KH + kh) * KW + k % KW];                                              \
                    PL_DOT(z, taps, row);                                                                                          \
                }                                                                                                                  \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(batch, c_in, depth, height, width, c_out, d_out, h_out, w_out, groups),                                       \
            PL_SCALAR(long, pd), PL_SCALAR(long, ph), PL_SCALAR(long, pw),                                                         \
            PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(o, PL_CDIV(c_out, BO)), PL_PARALLEL(d, d_out), PL_PARALLEL(h, h_out),       \
                    PL_PARALLEL(j, PL_CDIV(w_out, BW)), (c, PL_CDIV(c_in / groups, BC))),                                          \
            PL_IN (float, x, (batch, c_in, depth, height, width),                                                                  \
                   PL_BLOCKSPEC((PL_NONE, BC, PL_ELEMENT(name##_DEPTH, BEFORE(KD, SD, DD), name##_DEPTH),                          \
                                 PL_ELEMENT(name##_HEIGHT, BEFORE(KH, SH, DH), name##_HEIGHT),                                     \
                                 PL_ELEMENT(name##_WIDTH, BEFORE(KW, SW, DW), name##_WIDTH)),                                      \
                                (b, o * BO / (c_out / groups) * (c_in / groups / BC) + c, (d + pd) / SD, (h + ph) / SH,            \
                                 (j * BW + pw) / SW), PL_EDGE(0))),                                                                \
            PL_IN (float, weight, (c_in, c_out / groups, name##_TAPS),                                                             \
                   PL_BLOCKSPEC((BC, BO, name##_TAPS),                                                                             \
                                (o * BO / (c_out / groups) * (c_in / groups / BC) + c, o % PL_CDIV(c_out / groups, BO), 0),        \
                                PL_EDGE(0))),                                                                                      \
            PL_OUT(float, z, (batch, c_out, d_out, h_out, w_out),                                                                  \
                   PL_BLOCKSPEC((PL_NONE, BO, PL_NONE, PL_NONE, BW), (b, o, d, h, j))))

//                                      out in places  window   steps    dilations
CONV_T(transposed_3,                    128, 16, 64,  1, 1, 3, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x3,                   64, 16, 128, 1, 3, 3, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x3_to_32,             32, 16, 64,  1, 3, 3, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x5,                  128, 16, 64,  1, 3, 5, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x7,                   64,  8, 128, 1, 3, 7, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x7_to_32,             32,  8, 128, 1, 3, 7, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x3x3,                 48, 16, 64,  3, 3, 3, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x3x3_to_24,           24, 16, 128, 3, 3, 3, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x5x5,                 64,  8, 64,  3, 5, 5, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x5x7,                 16,  8, 64,  3, 5, 7, 1, 1, 1, 1, 1, 1)
CONV_T(transposed_3x5x7_step_2_grouped,   8,  8, 64,  3, 5, 7, 2, 2, 2, 1, 1, 1)
CONV_T(transposed_3x3x3_step_2_grouped,   8,  8, 128, 3, 3, 3, 2, 2, 2, 1, 1, 1)
CONV_T(transposed_3x3x3_step_2_dilated,  64, 16, 64,  3, 3, 3, 2, 2, 2, 2, 2, 2)
CONV_T(transposed_5_dilated,             64, 16, 128, 1, 1, 5, 1, 1, 1, 1, 1, 3)
CONV_T(transposed_3_step_2_dilated,      64, 16, 128, 1, 1, 3, 1, 1, 2, 1, 1, 2)
CONV_T(transposed_3x5_grouped,           16,  8, 128, 1, 3, 5, 1, 2, 3, 1, 2, 1)
CONV_T(transposed_3x3_step_5_dilated,    64, 16, 128, 1, 3, 3, 1, 5, 5, 1, 2, 2)

// ---- Are they right? ----

struct conv { long batch, c_in, size[3], c_out, window[3], step[3], padding[3], dilation[3], more[3], groups; };

static long length_of(const struct conv *v, int dim)
{
    return (v->size[dim] - 1) * v->step[dim] - 2 * v->padding[dim] + v->dilation[dim] * (v->window[dim] - 1) + v->more[dim] + 1;
}

static void compare(const float *z, long i, const struct conv *v)
{
    const long d = length_of(v, 0), h = length_of(v, 1), w = length_of(v, 2), taps = v->window[0] * v->window[1] * v->window[2];
    const long b = i / (v->c_out * d * h * w), o = i / (d * h * w) % v->c_out, at[3] = { i / (h * w) % d, i / w % h, i % w };
    const long each_out = v->c_out / v->groups, each_in = v->c_in / v->groups;
    struct card_sum s = { 0, 0 };
    for (long c = o / each_out * each_in; c < (o / each_out + 1) * each_in; c++)
        for (long k = 0; k < taps; k++) {
            const long tap[3] = { k / (v->window[1] * v->window[2]), k / v->window[2] % v->window[1], k % v->window[2] };
            long place = b * v->c_in + c;
            bool is_one = true;
            for (int dim = 0; dim < 3; dim++) {
                const long e = at[dim] + v->padding[dim] - tap[dim] * v->dilation[dim];
                is_one &= e >= 0 && e % v->step[dim] == 0 && e / v->step[dim] < v->size[dim];
                place = place * v->size[dim] + e / v->step[dim];
            }
            if (is_one)
                card_add(&s, (double)IN(0, place) * IN(1, (c * each_out + o % each_out) * taps + k));
        }
    card_compare(z, i, s.value, card_bound(s, (double)(each_in * taps)));
}

typedef int conv_call(long batch, long c_in, long depth, long height, long width, long c_out, long d_out, long h_out, long w_out,
                      long groups, long pd, long ph, long pw, const float *x, const float *weight, float *z);

#define TRY_CONV(name, ...) try_conv(#name, name, (struct conv){ __VA_ARGS__ })
static void try_conv(const char *name, conv_call *call, struct conv v)
{
    const long d = length_of(&v, 0), h = length_of(&v, 1), w = length_of(&v, 2), n = v.batch * v.c_out * d * h * w;
    const long *size = v.size, *padding = v.padding;
    float *x = card_in(0, v.batch * v.c_in * size[0] * size[1] * size[2]), *z = card_out(n);
    float *weight = card_in(1, v.c_in * v.c_out / v.groups * v.window[0] * v.window[1] * v.window[2]);
    CARD_RUN(call(v.batch, v.c_in, size[0], size[1], size[2], v.c_out, d, h, w, v.groups, padding[0], padding[1], padding[2], x,
                  weight, z));
    card.call = name;
    CARD_EACH (i, n)
        compare(z, i, &v);
}

#define NONE  { 0, 0, 0 }
#define DENSE { 1, 1, 1 }

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const bool big = card.is_timed;
    const long batch = big ? 8 : 1;
    CARD_TRY(57, "Conv transposed 2D, square, 3x3",
             TRY_CONV(transposed_3x3, batch, big ? 64 : 16, { 1, big ? 1024 : 4, big ? 1024 : 70 }, big ? 64 : 5, { 1, 3, 3 },
                      DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(58, "Conv transposed 3D, 3x5x7",
             TRY_CONV(transposed_3x5x7, 2 * batch, big ? 32 : 8, { big ? 16 : 2, big ? 32 : 3, big ? 64 : 9 }, big ? 16 : 5,
                      { 3, 5, 7 }, DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(61, "Conv transposed 3D, square, 3x3x3",
             TRY_CONV(transposed_3x3x3, batch, big ? 48 : 16, { big ? 64 : 2, big ? 64 : 3, big ? 64 : 9 }, big ? 48 : 5,
                      { 3, 3, 3 }, DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(64, "Conv transposed 1D, 3",
             TRY_CONV(transposed_3, 8 * batch, big ? 128 : 32, { 1, 1, big ? 65536 : 100 }, big ? 128 : 5, { 1, 1, 3 }, DENSE, NONE,
                      DENSE, NONE, 1));
    CARD_TRY(65, "Conv transposed 2D, square, 3x7",
             TRY_CONV(transposed_3x7, batch, big ? 64 : 8, { 1, big ? 512 : 4, big ? 512 : 70 }, big ? 64 : 5, { 1, 3, 7 }, DENSE,
                      NONE, DENSE, NONE, 1));
    CARD_TRY(68, "Conv transposed 3D, square, 3x5x5",
             TRY_CONV(transposed_3x5x5, 2 * batch, big ? 32 : 8, { big ? 64 : 2, big ? 64 : 3, big ? 64 : 9 }, big ? 64 : 5,
                      { 3, 5, 5 }, DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(69, "Conv transposed 2D, 3x5",
             TRY_CONV(transposed_3x5, 8 * batch, big ? 64 : 16, { 1, big ? 128 : 4, big ? 256 : 9 }, big ? 128 : 5, { 1, 3, 5 },
                      DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(70, "Conv transposed 3D, 3x3x3",
             TRY_CONV(transposed_3x3x3_to_24, batch, big ? 48 : 16, { big ? 96 : 2, big ? 96 : 3, big ? 96 : 9 }, big ? 24 : 5,
                      { 3, 3, 3 }, DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(71, "Conv transposed 2D, 3x3",
             TRY_CONV(transposed_3x3_to_32, batch, big ? 32 : 16, { 1, big ? 512 : 4, big ? 1024 : 9 }, big ? 32 : 5, { 1, 3, 3 },
                      DENSE, NONE, DENSE, NONE, 1));
    CARD_TRY(72, "Conv transposed 3D, 3x5x7, step 2, groups",
             TRY_CONV(transposed_3x5x7_step_2_grouped, batch, 32, { big ? 12 : 2, big ? 24 : 2, big ? 48 : 5 }, 32, { 3, 5, 7 },
                      { 2, 2, 2 }, { 1, 2, 3 }, DENSE, DENSE, 4));
    CARD_TRY(73, "Conv transposed 3D, 3x3x3, step 2, groups",
             TRY_CONV(transposed_3x3x3_step_2_grouped, big ? 4 : 1, 32, { big ? 32 : 2, big ? 64 : 2, big ? 128 : 5 }, 32,
                      { 3, 3, 3 }, { 2, 2, 2 }, DENSE, DENSE, NONE, 4));
    CARD_TRY(74, "Conv transposed 1D, 5, dilation 3",
             TRY_CONV(transposed_5_dilated, 4 * batch, 32, { 1, 1, big ? 131072 : 100 }, big ? 64 : 5, { 1, 1, 5 }, DENSE, NONE,
                      { 1, 1, 3 }, NONE, 1));
    CARD_TRY(75, "Conv transposed 2D, 3x5, steps, groups",
             TRY_CONV(transposed_3x5_grouped, 2 * batch, 32, { 1, big ? 128 : 3, big ? 256 : 9 }, 64, { 1, 3, 5 }, { 1, 2, 3 },
                      { 0, 1, 2 }, { 1, 2, 1 }, NONE, 4));
    CARD_TRY(77, "Conv transposed 3D, 3x3x3, step 2, dilation",
             TRY_CONV(transposed_3x3x3_step_2_dilated, 2 * batch, big ? 32 : 16, { big ? 16 : 2, big ? 32 : 3, big ? 32 : 5 },
                      big ? 64 : 5, { 3, 3, 3 }, { 2, 2, 2 }, DENSE, { 2, 2, 2 }, NONE, 1));
    CARD_TRY(78, "Conv transposed 2D, 3x7, padded",
             TRY_CONV(transposed_3x7_to_32, batch, big ? 32 : 8, { 1, big ? 512 : 4, big ? 1024 : 70 }, big ? 32 : 5, { 1, 3, 7 },
                      DENSE, { 0, 1, 3 }, DENSE, NONE, 1));
    CARD_TRY(79, "Conv transposed 1D, 3, step 2, dilation 2",
             TRY_CONV(transposed_3_step_2_dilated, 2 * batch, 32, { 1, 1, big ? 131072 : 50 }, big ? 64 : 5, { 1, 1, 3 },
                      { 1, 1, 2 }, { 0, 0, 1 }, { 1, 1, 2 }, NONE, 1));
    CARD_TRY(81, "Conv transposed 2D, 3x3, step 5, dilation 2",
             TRY_CONV(transposed_3x3_step_5_dilated, 2 * batch, big ? 32 : 16, { 1, big ? 64 : 3, big ? 128 : 9 }, big ? 64 : 5,
                      { 1, 3, 3 }, { 1, 5, 5 }, { 0, 1, 1 }, { 1, 2, 2 }, NONE, 1));
    return card_end();
}
