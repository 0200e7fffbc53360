// dots.c -- PL_DOT as CPU devices run it: every type, both orders of either operand, extents that fill no vector.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <pallas.h>

// z += x y, x y^T, x^T y, x^T y^T
#define DOTS(name, Z, X, Y)                                                                                             \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k),                               \
              PL_REF(const X, x, m, k), PL_REF(const X, xt, k, m), PL_REF(const Y, y, k, n), PL_REF(const Y, yt, n, k), \
              PL_REF(Z, a, m, n), PL_REF(Z, b, m, n), PL_REF(Z, c, m, n), PL_REF(Z, d, m, n))                          \
    {                                                                                                                  \
        PL_DOT(a, x, y);                                                                                               \
        PL_DOT(b, x, PL_T(yt));                                                                                        \
        PL_DOT(c, PL_T(xt), y);                                                                                        \
        PL_DOT(d, PL_T(xt), PL_T(yt));                                                                                 \
    }                                                                                                                  \
    PL_CALL(name, name##_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n), PL_SCALAR(long, k), PL_GRID(),               \
            PL_IN(X, x, (m, k), PL_WHOLE), PL_IN(X, xt, (k, m), PL_WHOLE), PL_IN(Y, y, (k, n), PL_WHOLE),             \
            PL_IN(Y, yt, (n, k), PL_WHOLE), PL_INOUT(Z, a, (m, n), PL_WHOLE), PL_INOUT(Z, b, (m, n), PL_WHOLE),      \
            PL_INOUT(Z, c, (m, n), PL_WHOLE), PL_INOUT(Z, d, (m, n), PL_WHOLE))

DOTS(dot_f32, float, float, float)
DOTS(dot_bf16, float, pl_bf16, pl_bf16)
DOTS(dot_mixed, float, float, pl_f16)
DOTS(dot_f64, double, double, double)
DOTS(dot_i8, int32_t, int8_t, int8_t)

enum { MOST = 140 * 140 };

static double element(long i, int salt) { return (double)((i * 7 + salt) % 31 - 15) / 8; }    // exact in every type
static double as_is(double v) { return v; }
static pl_bf16 to_bf16(double v) { return pl_to_bf16((float)v); }
static pl_f16 to_f16(double v) { return pl_to_f16((float)v); }
static float to_float(double v) { return (float)v; }
static int8_t to_i8(double v) { return (int8_t)(v * 8); }

static int wrong(const char *name, long m, long n, long k, int which, long i, double is, double should, double bound)
{
    if (fabs(is - should) <= bound)
        return 0;
    printf("%s %ldx%ldx%ld, product %d, element %ld: %g, not %g\n", name, m, n, k, which, i, is, should);
    return 1;
}

// A sum of k products, each at most 4, onto an element of at most 2, is off by at most k + 1 roundings of 4 k + 2.
#define TRY(name, Z, X, to_x, Y, to_y, unit, scale)                                                                     \
    static int try_##name(long m, long n, long k)                                                                      \
    {                                                                                                                  \
        static X x[MOST], xt[MOST];                                                                                    \
        static Y y[MOST], yt[MOST];                                                                                    \
        static Z z[4][MOST];                                                                                           \
        for (long i = 0; i < m; i++)                                                                                   \
            for (long l = 0; l < k; l++)                                                                               \
                x[i * k + l] = xt[l * m + i] = to_x(element(i * k + l, 3));                                            \
        for (long l = 0; l < k; l++)                                                                                   \
            for (long j = 0; j < n; j++)                                                                               \
                y[l * n + j] = yt[j * k + l] = to_y(element(l * n + j, 8));                                            \
        for (long i = 0; i < m * n; i++)                                                                               \
            z[0][i] = z[1][i] = z[2][i] = z[3][i] = (Z)(scale * element(i, 1));                                        \
        if (name(m, n, k, x, xt, y, yt, z[0], z[1], z[2], z[3]))                                                      \
            return 1;                                                                                                  \
        for (long i = 0; i < m * n; i++) {                                                                             \
            double sum = (double)(Z)(scale * element(i, 1)), bound = unit * (double)((k + 1) * (4 * k + 2));           \
            for (long l = 0; l < k; l++)                                                                               \
                sum += scale * scale * element(i / n * k + l, 3) * element(l * n + i % n, 8);                          \
            for (int which = 0; which < 4; which++)                                                                    \
                if (wrong(#name, m, n, k, which, i, (double)z[which][i], sum, bound))                                  \
                    return 1;                                                                                          \
        }                                                                                                              \
        return 0;                                                                                                      \
    }

TRY(dot_f32, float, float, to_float, float, to_float, FLT_EPSILON / 2, 1)
TRY(dot_bf16, float, pl_bf16, to_bf16, pl_bf16, to_bf16, FLT_EPSILON / 2, 1)
TRY(dot_mixed, float, float, to_float, pl_f16, to_f16, FLT_EPSILON / 2, 1)
TRY(dot_f64, double, double, as_is, double, as_is, DBL_EPSILON / 2, 1)
TRY(dot_i8, int32_t, int8_t, to_i8, int8_t, to_i8, 0, 8)

int main(void)
{
    static const long sizes[][3] = { { 1, 1, 1 }, { 1, 16, 3 }, { 7, 64, 8 }, { 6, 70, 16 }, { 13, 17, 33 }, { 2, 15, 40 },
                                     { 32, 96, 20 }, { 128, 130, 64 }, { 5, 5, 128 } };
    int failed = 0;
    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0] && !failed; s++) {
        long m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
        failed = try_dot_f32(m, n, k) || try_dot_bf16(m, n, k) || try_dot_mixed(m, n, k) || try_dot_f64(m, n, k) ||
                 try_dot_i8(m, n, k);
    }
    printf(failed ? "%s\n" : "dots ok%s\n", failed ? pl_error() : "");
    return failed;
}
