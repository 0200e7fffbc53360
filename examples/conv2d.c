// conv2d.c -- a 3x3 convolution over pictures of several channels (NHWC), same size in and out, plus a bias.
//
// A block is a rectangle of one picture with all its channels. PL_ELEMENT gives its input window a
// border of one pixel. (On the right it has six more, for TPUs, which need multiples of 8 in the last
// dim but one, and all of the last.) Inside, each of the nine taps is a matrix product: a row of pixels
// (BW x CIN) times the weights of that tap (CIN x COUT). PL_VIEW names both without copying them.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { BH = 8, BW = 16, HIGH = BH + 2, WIDE = BW + 8, CIN = 8, COUT = 16 };

PL_KERNEL(conv_kernel,
          PL_REF(const float, x, HIGH, WIDE, CIN),
          PL_REF(const float, weight, 3, 3, CIN, COUT),
          PL_REF(const float, bias, COUT),
          PL_REF(float, z, BH, BW, COUT))
{
    PL_EACH ((h, BH), (w, BW), (o, COUT))
        z[h][w][o] = bias[o];
    PL_LOOP (h, 0, BH) {
        PL_VIEW(float, out, z[h], BW, COUT);
        PL_LOOP (dy, 0, 3) {
            PL_LOOP (dx, 0, 3) {
                PL_VIEW(const float, pixels, &x[h + dy][dx], BW, CIN);
                PL_VIEW(const float, tap, weight[dy][dx], CIN, COUT);
                PL_DOT(out, pixels, tap);
            }
        }
    }
}

// The padding before the array is 1. The last window may have only 2 rows or columns in it, so hi is HIGH - 2 and WIDE - 2.
PL_CALL(conv2d, conv_kernel,
        PL_SIZES(pictures, height, width),
        PL_GRID((b, pictures), (i, PL_CDIV(height, BH)), (j, PL_CDIV(width, BW))),
        PL_IN (float, x, (pictures, height, width, CIN),
               PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(HIGH, 1, HIGH - 2), PL_ELEMENT(WIDE, 1, WIDE - 2), CIN),
                            (b, i * BH, j * BW, 0), PL_EDGE(0))),
        PL_IN (float, weight, (3, 3, CIN, COUT), PL_WHOLE),
        PL_IN (float, bias, (COUT), PL_WHOLE),
        PL_OUT(float, z, (pictures, height, width, COUT), PL_BLOCKSPEC((PL_NONE, BH, BW, COUT), (b, i, j, 0))))

// int conv2d(long pictures, long height, long width, const float *x, const float *weight, const float *bias, float *z);

// Returns the contribution of the pixels around (h, w), as far as they exist, to output channel o.
static double around(long height, long width, const float *picture, const float *weight, long h, long w, long o)
{
    double sum = 0;
    for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++) {
            long y = h + dy - 1, x = w + dx - 1;
            if (y >= 0 && y < height && x >= 0 && x < width)
                for (long c = 0; c < CIN; c++)
                    sum += (double)picture[(y * width + x) * CIN + c] * weight[((dy * 3 + dx) * CIN + c) * COUT + o];
        }
    return sum;
}

static void reference(long pictures, long height, long width, const float *x, const float *weight,
                      const float *bias, float *z)
{
    for (long b = 0; b < pictures; b++)
        for (long h = 0; h < height; h++)
            for (long w = 0; w < width; w++)
                for (long o = 0; o < COUT; o++) {
                    const float *picture = x + b * height * width * CIN;
                    *z++ = (float)(bias[o] + around(height, width, picture, weight, h, w, o));
                }
}

int main(void)
{
    enum { PICTURES = 2, HEIGHT = 21, WIDTH = 37, PIXELS = PICTURES * HEIGHT * WIDTH, TERMS = 9 * CIN + 1 };
    static float x[PIXELS * CIN], weight[9 * CIN * COUT], bias[COUT], z[PIXELS * COUT], expected[PIXELS * COUT];
    example_fill(x, PIXELS * CIN);
    example_fill(weight, 9 * CIN * COUT);
    example_fill(bias, COUT);
    reference(PICTURES, HEIGHT, WIDTH, x, weight, bias, expected);

    double start = example_clock();
    if (conv2d(PICTURES, HEIGHT, WIDTH, x, weight, bias, z))
        return example_failed("conv2d");
    double seconds = example_clock() - start;

    // A sum of TERMS terms, in any order, is within (TERMS + 1) u sum |term| of the exact one, 2 u = FLT_EPSILON,
    // and sum |term| <= TERMS as all input is in [-1, 1). The reference, a rounded double, adds one more u TERMS.
    double bound = (TERMS + 2) * FLT_EPSILON / 2 * TERMS;
    return example_report("conv2d", "3x3, 8 to 16 channels, NHWC, f32", "2x21x37",
                          example_error(z, expected, PIXELS * COUT), bound, seconds);
}
