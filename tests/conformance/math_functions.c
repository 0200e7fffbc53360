// math_functions.c -- every function of C11's math.h for float and double, in a kernel and by the host's libm.
//
// Both may be off by the maximum of OpenCL (section 7.4: 16 units in the last place, for pow and tgamma), twice.
// lgamma has no bound there; it is called, and its result is only roughly compared.

#include <pallas.h>
#include "../test.h"

enum { N = 8, FLOATS = 24, WHOLES = 26 };

// f, g: values; w: 1 + |f|, s: f / 100.  n(function) is its name for this type, t the type.
#define ELEMENTARY(PUT, n, f, g, w, s)                                                                      \
    PUT(0, n(acos)(s)) PUT(1, n(acosh)(w)) PUT(2, n(asin)(s)) PUT(3, n(asinh)(f)) PUT(4, n(atan)(f))        \
    PUT(5, n(atan2)(f, g)) PUT(6, n(atanh)(s)) PUT(7, n(cbrt)(f)) PUT(8, n(cos)(f)) PUT(9, n(cosh)(s))      \
    PUT(10, n(erf)(s)) PUT(11, n(erfc)(s)) PUT(12, n(exp)(s)) PUT(13, n(exp2)(s)) PUT(14, n(expm1)(s))      \
    PUT(15, n(hypot)(f, g)) PUT(16, n(log)(w) + n(log10)(w)) PUT(17, n(log1p)(w)) PUT(18, n(log2)(w))       \
    PUT(19, n(pow)(w, s)) PUT(20, n(sin)(f)) PUT(21, n(sinh)(s)) PUT(22, n(tan)(s) + n(tanh)(s))            \
    PUT(23, n(tgamma)(w / 10) + n(sqrt)(w))
#define EXACT(PUT, n, f, g)                                                                                 \
    PUT(0, n(ceil)(f)) PUT(1, n(copysign)(f, g)) PUT(2, n(fabs)(f)) PUT(3, n(fdim)(f, g)) PUT(4, n(floor)(f)) \
    PUT(5, n(fma)(f, g, 2)) PUT(6, n(fmax)(f, g)) PUT(7, n(fmin)(f, g)) PUT(8, n(fmod)(f, g))               \
    PUT(9, n(frexp)(f, &e)) PUT(10, n(ldexp)(f, 3)) PUT(11, n(logb)(f)) PUT(12, n(modf)(f, &whole))         \
    PUT(13, whole) PUT(14, n(nearbyint)(f)) PUT(15, n(nextafter)(f, g)) PUT(16, n(remainder)(f, g))         \
    PUT(17, n(remquo)(f, g, &q)) PUT(18, n(rint)(f)) PUT(19, n(round)(f)) PUT(20, n(scalbn)(f, -2))         \
    PUT(21, n(scalbln)(f, 100000L)) PUT(22, n(trunc)(f)) PUT(23, e)
#define WHOLE(PUT, n, f, g)                                                                                 \
    PUT(0, n(lrint)(f)) PUT(1, n(llrint)(f)) PUT(2, n(lround)(f)) PUT(3, n(llround)(f)) PUT(4, n(ilogb)(f)) \
    PUT(5, isnan(f - g + NAN)) PUT(6, isinf(f * INFINITY) != 0) PUT(7, isfinite(f) != 0) PUT(8, isnormal(f) != 0)  \
    PUT(9, signbit(f) != 0) PUT(10, isgreater(f, g)) PUT(11, isgreaterequal(f, g)) PUT(12, isless(f, g))

#define SINGLE(name) name##f
#define DOUBLE(name) name

PL_KERNEL(call_all, PL_REF(const float, x, N), PL_REF(const double, y, N), PL_REF(float, xs, FLOATS, N),
          PL_REF(float, xe, FLOATS, N), PL_REF(double, ys, FLOATS, N), PL_REF(double, ye, FLOATS, N),
          PL_REF(int64_t, w, WHOLES, N), PL_REF(double, gamma, 2, N))
{
    PL_EACH ((i, N)) {
        int e = 0, q = 0;
        {
            const float f = x[i], g = x[(i + 3) % N], one = 1 + fabsf(f), small = f / 100;
            float whole = 0;
#define PUT(n, v) xs[n][i] = v;
            ELEMENTARY(PUT, SINGLE, f, g, one, small)
#undef PUT
#define PUT(n, v) xe[n][i] = (float)(v);
            EXACT(PUT, SINGLE, f, g)
#undef PUT
#define PUT(n, v) w[n][i] = v;
            WHOLE(PUT, SINGLE, f, g)
#undef PUT
            gamma[0][i] = lgammaf(one);
        }
        const double f = y[i], g = y[(i + 3) % N], one = 1 + fabs(f), small = f / 100;
        double whole = 0;
#define PUT(n, v) ys[n][i] = v;
        ELEMENTARY(PUT, DOUBLE, f, g, one, small)
#undef PUT
#define PUT(n, v) ye[n][i] = v;
        EXACT(PUT, DOUBLE, f, g)
#undef PUT
#define PUT(n, v) w[13 + n][i] = v;
        WHOLE(PUT, DOUBLE, f, g)
#undef PUT
        gamma[1][i] = lgamma(one);
        w[12][i] += 10 * islessequal(x[i], f) + 100 * islessgreater(f, f) + 1000 * isunordered(f, x[i]) +
                    10000 * abs((int)f) + labs((long)g) + llabs(-3LL);
    }
}

PL_CALL(all, call_all, PL_GRID(),
        PL_IN (float, x, (N), PL_WHOLE), PL_IN(double, y, (N), PL_WHOLE),
        PL_OUT(float, xs, (FLOATS, N), PL_WHOLE), PL_OUT(float, xe, (FLOATS, N), PL_WHOLE),
        PL_OUT(double, ys, (FLOATS, N), PL_WHOLE), PL_OUT(double, ye, (FLOATS, N), PL_WHOLE),
        PL_OUT(int64_t, w, (WHOLES, N), PL_WHOLE), PL_OUT(double, gamma, (2, N), PL_WHOLE))

static void near(double is, double wanted, double unit, int number)
{
    bool close = is == wanted || (isnan(is) && isnan(wanted)) || fabs(is - wanted) <= 32 * unit * fabs(wanted);
    if (!close)
        printf("function %d is %.17g, expected %.17g\n", number, is, wanted);
    EXPECT(close);
}

TEST(functions)
{
    const float x[N] = { 0.5f, -1.25f, 2.5f, 3.75f, -4.5f, 5, 17.3f, -0.001f };
    const double y[N] = { 0.1, -1.5, 2.5, 3.125, -4.5, 1e3 / 7, -17, 8 };
    static float xs[FLOATS][N], xe[FLOATS][N];
    static double ys[FLOATS][N], ye[FLOATS][N], gamma[2][N];
    static int64_t w[WHOLES][N];
    EXPECT(all(x, y, xs[0], xe[0], ys[0], ye[0], w[0], gamma[0]) == 0);
    for (int i = 0; i < N; i++) {
        int e = 0, q = 0;
        {
            const float f = x[i], g = x[(i + 3) % N], one = 1 + fabsf(f), small = f / 100;
            float whole = 0;
#define PUT(n, v) near(xs[n][i], v, 0x1p-23, n);
            ELEMENTARY(PUT, SINGLE, f, g, one, small)
#undef PUT
#define PUT(n, v) near(xe[n][i], v, 0, 100 + n);
            EXACT(PUT, SINGLE, f, g)
#undef PUT
#define PUT(n, v) near(n == 12 ? (double)(w[n][i] % 10) : (double)w[n][i], (double)(v), 0, 200 + n);
            w[12][i] -= 10 * islessequal(x[i], y[i]) + 10000 * abs((int)y[i]) + labs((long)y[(i + 3) % N]) + 3;
            WHOLE(PUT, SINGLE, f, g)
#undef PUT
            near(gamma[0][i], lgamma(one), 0x1p-12, 300);
        }
        const double f = y[i], g = y[(i + 3) % N], one = 1 + fabs(f), small = f / 100;
        double whole = 0;
#define PUT(n, v) near(ys[n][i], v, 0x1p-52, 400 + n);
        ELEMENTARY(PUT, DOUBLE, f, g, one, small)
#undef PUT
#define PUT(n, v) near(ye[n][i], v, 0, 500 + n);
        EXACT(PUT, DOUBLE, f, g)
#undef PUT
#define PUT(n, v) near((double)w[13 + n][i], (double)(v), 0, 600 + n);
        WHOLE(PUT, DOUBLE, f, g)
#undef PUT
        near(gamma[1][i], lgamma(one), 0x1p-12, 700);
        (void)q;
    }
}

// ---- Arguments are converted as prototypes say: abs(int), labs(long), ldexp(double, int) ----

#pragma GCC diagnostic ignored "-Wabsolute-value"      // these calls rely on the conversion
enum { CONVERTED = 9 };

PL_KERNEL(converted_kernel, PL_REF(const float, x, 1), PL_REF(const int64_t, l, 1), PL_REF(const uint32_t, u, 1),
          PL_REF(double, z, CONVERTED))
{
    z[0] = abs(x[0]);
    z[1] = abs(x[0] - 1.0);
    z[2] = abs((int)l[0]) + abs(l[0]);
    z[3] = abs(u[0]);
    z[4] = labs(x[0] * 2 + 0.25f);
    z[5] = llabs(u[0]);
    z[6] = ldexp(3, x[0]);
    z[7] = ldexpf(3, u[0] - 2999999998u) + scalbn(l[0], x[0] * -1.25);
    z[8] = scalbln(1, -x[0] * 2);
}

PL_CALL(converted, converted_kernel, PL_GRID(),
        PL_IN(float, x, (1), PL_WHOLE), PL_IN(int64_t, l, (1), PL_WHOLE), PL_IN(uint32_t, u, (1), PL_WHOLE),
        PL_OUT(double, z, (CONVERTED), PL_WHOLE))

TEST(arguments_are_converted)
{
    const double wanted[CONVERTED] = { 1, 2, 14, 1294967296, 2, 3e9, 1.5, 12 + 2 * (0x3p32 - 7), 8 };
    double z[CONVERTED];
    EXPECT(converted((float[]){ -1.5f }, (int64_t[]){ ((int64_t)3 << 32) - 7 }, (uint32_t[]){ 3000000000u }, z) == 0);
    for (int i = 0; i < CONVERTED; i++)
        EXPECT(z[i] == wanted[i]);
}

// ---- A loop that compilers vectorize: the modeled TPU has interpret mode's bits all the same (tests/tpu/results.sh) ----

enum { LONG = 1000 };

PL_KERNEL(exp_kernel, PL_REF(const float, x, LONG), PL_REF(float, z, LONG))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, LONG), expf(x[c]));
    PL_EACH ((c, LONG))
        z[c] = expf(x[c]) / sum;
}

PL_CALL(exp_of_rows, exp_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN (float, x, (m, LONG), PL_BLOCKSPEC((PL_NONE, LONG), (i, 0))),
        PL_OUT(float, z, (m, LONG), PL_BLOCKSPEC((PL_NONE, LONG), (i, 0))))

TEST(functions_in_vectors)
{
    enum { ROWS = 8 };
    static float x[ROWS][LONG], z[ROWS][LONG];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < LONG; c++)
            x[r][c] = (float)((r + 7 * c) % 4001) / -400;
    EXPECT(exp_of_rows(ROWS, *x, *z) == 0);
    for (int r = 0; r < ROWS; r++) {
        double sum = 0;
        for (int c = 0; c < LONG; c++)
            sum += exp(x[r][c]);
        for (int c = 0; c < LONG; c++)  // LONG roundings in the sum, a quotient, and a unit in the last place of each expf
            near(z[r][c], exp(x[r][c]) / sum, (LONG + 5) * 0x1p-24 / 32, 800);
    }
}

int main(void)
{
    RUN(functions);
    RUN(arguments_are_converted);
    RUN(functions_in_vectors);
    return test_end();
}
