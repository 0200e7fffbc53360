// pooling.c -- the largest element, or the mean, of a window around each place, in one, two and three dims.
//
// A plane of a picture has one, two or three dims; in fewer, the first extents are 1. A block is BH x BW elements of one plane of
// the output, at one depth. Its window of x has what their windows cover together: they lie S elements apart, and the elements of
// one lie D apart. Outside the picture is what changes nothing.

#include "../card.h"

// name, OP, what changes nothing, what becomes of the result; a block; the window's extents, step and dilation.
#define POOL(name, OP, NOTHING, result, BH, BW, KD, KH, KW, S, D)                                                                  \
    enum { name##_DEPTH = (KD - 1) * D + 1, name##_HEIGHT = (BH - 1) * S + (KH - 1) * D + 1,                                       \
           name##_WIDTH = (BW - 1) * S + (KW - 1) * D + 1 };                                                                       \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, name##_DEPTH, name##_HEIGHT, name##_WIDTH), PL_REF(float, z, BH, BW))          \
    {                                                                                                                              \
        PL_EACH ((h, BH), (w, BW)) {                                                                                               \
            float all = NOTHING;                                                                                                   \
            PL_LOOP (d, 0, KD)                                                                                                     \
                PL_LOOP (kh, 0, KH)                                                                                                \
                    PL_LOOP (kw, 0, KW)                                                                                            \
                        all = OP(all, x[d * D][h * S + kh * D][w * S + kw * D]);                                                   \
            z[h][w] = result;                                                                                                      \
        }                                                                                                                          \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(planes, depth, height, width, d_out, h_out, w_out, pd, ph, pw),                                               \
            PL_GRID(PL_PARALLEL(p, planes), PL_PARALLEL(d, d_out), PL_PARALLEL(i, PL_CDIV(h_out, BH)),                             \
                    PL_PARALLEL(j, PL_CDIV(w_out, BW))),                                                                           \
            PL_IN (float, x, (planes, depth, height, width),                                                                       \
                   PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(name##_DEPTH, pd, name##_DEPTH),                                              \
                                 PL_ELEMENT(name##_HEIGHT, ph, name##_HEIGHT),                                                     \
                                 PL_ELEMENT(name##_WIDTH, pw, name##_WIDTH)),                                                      \
                                (p, d * S, i * BH * S, j * BW * S), PL_EDGE(NOTHING))),                                            \
            PL_OUT(float, z, (planes, d_out, h_out, w_out), PL_BLOCKSPEC((PL_NONE, PL_NONE, BH, BW), (p, d, i, j))))

POOL(max_pool_1d, PL_MAX, -INFINITY, all, 1, 1024, 1, 1, 8, 1, 3)
POOL(max_pool_2d, PL_MAX, -INFINITY, all, 8, 64, 1, 4, 4, 1, 1)
POOL(max_pool_3d, PL_MAX, -INFINITY, all, 4, 64, 3, 3, 3, 2, 3)
POOL(average_pool_1d, PL_ADD, 0, all / 8, 1, 1024, 1, 1, 8, 1, 1)
POOL(average_pool_2d, PL_ADD, 0, all / (11 * 11), 2, 64, 1, 11, 11, 11, 1)
POOL(average_pool_3d, PL_ADD, 0, all / (3 * 3 * 3), 4, 64, 3, 3, 3, 2, 1)

// ---- Are they right? ----

// What a benchmark gives: planes, extents, window, step, padding, dilation.
struct pool { long planes, size[3], window[3], step, padding[3], dilation; };

static long length_of(const struct pool *p, int dim)
{
    return (p->size[dim] + 2 * p->padding[dim] - p->dilation * (p->window[dim] - 1) - 1) / p->step + 1;
}

static void compare(const float *z, long i, const struct pool *p, bool is_max)
{
    const long d = length_of(p, 0), h = length_of(p, 1), w = length_of(p, 2), plane = i / (d * h * w);
    const long at[3] = { i / (h * w) % d, i / w % h, i % w };
    struct card_sum s = { 0, 0 };
    double most = -INFINITY;
    for (long k = 0; k < p->window[0] * p->window[1] * p->window[2]; k++) {
        const long tap[3] = { k / (p->window[1] * p->window[2]), k / p->window[2] % p->window[1], k % p->window[2] };
        long place = plane;
        bool is_inside = true;
        for (int dim = 0; dim < 3; dim++) {
            const long e = at[dim] * p->step + tap[dim] * p->dilation - p->padding[dim];
            is_inside &= e >= 0 && e < p->size[dim];
            place = place * p->size[dim] + e;
        }
        if (is_inside) {
            card_add(&s, IN(0, place));
            most = fmax(most, IN(0, place));
        }
    }
    const double taps = (double)(p->window[0] * p->window[1] * p->window[2]);
    card_compare(z, i, is_max ? most : s.value / taps, is_max ? FLT_MIN : card_bound(s, taps) / taps);
}

typedef int pool_call(long planes, long depth, long height, long width, long d_out, long h_out, long w_out, long pd, long ph,
                      long pw, const float *x, float *z);

#define TRY_POOL(name, is_max, ...) try_pool(#name, name, is_max, (struct pool){ __VA_ARGS__ })
static void try_pool(const char *name, pool_call *call, bool is_max, struct pool p)
{
    const long d = length_of(&p, 0), h = length_of(&p, 1), w = length_of(&p, 2), n = p.planes * d * h * w;
    float *x = card_in(0, p.planes * p.size[0] * p.size[1] * p.size[2]), *z = card_out(n);
    CARD_RUN(call(p.planes, p.size[0], p.size[1], p.size[2], d, h, w, p.padding[0], p.padding[1], p.padding[2], x, z));
    card.call = name;
    CARD_EACH (i, n)
        compare(z, i, &p, is_max);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long length = CARD_SIZE(1500, 65536), side = CARD_SIZE(70, 512), wide = CARD_SIZE(200, 2048), cube = CARD_SIZE(15, 128);
    CARD_TRY(41, "Max Pooling 1D",
             TRY_POOL(max_pool_1d, true, CARD_SIZE(2, 64 * 192), { 1, 1, length }, { 1, 1, 8 }, 1, { 0, 0, 4 }, 3));
    CARD_TRY(42, "Max Pooling 2D",
             TRY_POOL(max_pool_2d, true, CARD_SIZE(2, 32 * 64), { 1, side, side }, { 1, 4, 4 }, 1, { 0, 1, 1 }, 1));
    CARD_TRY(43, "Max Pooling 3D",
             TRY_POOL(max_pool_3d, true, CARD_SIZE(2, 16 * 32), { cube, cube, cube }, { 3, 3, 3 }, 2, { 1, 1, 1 }, 3));
    CARD_TRY(44, "Average Pooling 1D",
             TRY_POOL(average_pool_1d, false, CARD_SIZE(2, 64 * 128), { 1, 1, length }, { 1, 1, 8 }, 1, { 0, 0, 4 }, 1));
    CARD_TRY(45, "Average Pooling 2D",
             TRY_POOL(average_pool_2d, false, CARD_SIZE(1, 16 * 64), { 1, wide, wide }, { 1, 11, 11 }, 11, { 0, 0, 0 }, 1));
    CARD_TRY(46, "Average Pooling 3D",
             TRY_POOL(average_pool_3d, false, CARD_SIZE(2, 16 * 32), { cube, cube, 2 * cube }, { 3, 3, 3 }, 2, { 1, 1, 1 }, 1));
    return card_end();
}
