// math.h -- CUDA's mathematical functions that C does not have. Functions that are approximate on a GPU are exact here to the
// last bits, so results differ from a GPU's by its documented error.
#ifndef PL_EMULATOR_MATH_H
#define PL_EMULATOR_MATH_H

#include <float.h>
#include <limits.h>
#include <math.h>

// Macros, because glibc declares functions with these names.
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, s, c) sincosf(x, s, c)

#define PL_MATH_ static inline __attribute__((unused))

// ---- min, max ----

#define PL_MIN_MAX_(T, A, B)                                          \
    PL_MATH_ T min(A a, B b) { return (T)a < (T)b ? (T)a : (T)b; }     \
    PL_MATH_ T max(A a, B b) { return (T)a > (T)b ? (T)a : (T)b; }
PL_MIN_MAX_(int, int, int)
PL_MIN_MAX_(unsigned, unsigned, unsigned)
PL_MIN_MAX_(unsigned, int, unsigned)
PL_MIN_MAX_(unsigned, unsigned, int)
PL_MIN_MAX_(long, long, long)
PL_MIN_MAX_(unsigned long, unsigned long, unsigned long)
PL_MIN_MAX_(unsigned long, long, unsigned long)
PL_MIN_MAX_(unsigned long, unsigned long, long)
PL_MIN_MAX_(long long, long long, long long)
PL_MIN_MAX_(unsigned long long, unsigned long long, unsigned long long)
#undef PL_MIN_MAX_
PL_MATH_ float min(float a, float b) { return fminf(a, b); }
PL_MATH_ float max(float a, float b) { return fmaxf(a, b); }
PL_MATH_ double min(double a, double b) { return fmin(a, b); }
PL_MATH_ double max(double a, double b) { return fmax(a, b); }
PL_MATH_ double min(float a, double b) { return fmin(a, b); }
PL_MATH_ double max(float a, double b) { return fmax(a, b); }
PL_MATH_ double min(double a, float b) { return fmin(a, b); }
PL_MATH_ double max(double a, float b) { return fmax(a, b); }
PL_MATH_ unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
PL_MATH_ unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }

// ---- Bits ----

template <class To, class From> static inline To pl_emulator_bits(From value)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &value, sizeof to);
    return to;
}
PL_MATH_ int __float_as_int(float x) { return pl_emulator_bits<int>(x); }
PL_MATH_ unsigned __float_as_uint(float x) { return pl_emulator_bits<unsigned>(x); }
PL_MATH_ float __int_as_float(int x) { return pl_emulator_bits<float>(x); }
PL_MATH_ float __uint_as_float(unsigned x) { return pl_emulator_bits<float>(x); }
PL_MATH_ long long __double_as_longlong(double x) { return pl_emulator_bits<long long>(x); }
PL_MATH_ double __longlong_as_double(long long x) { return pl_emulator_bits<double>(x); }
PL_MATH_ int __double2hiint(double x) { return (int)(pl_emulator_bits<unsigned long long>(x) >> 32); }
PL_MATH_ int __double2loint(double x) { return (int)pl_emulator_bits<unsigned long long>(x); }
PL_MATH_ double __hiloint2double(int hi, int lo)
{
    return pl_emulator_bits<double>((unsigned long long)(unsigned)hi << 32 | (unsigned)lo);
}
PL_MATH_ int __popc(unsigned x) { return __builtin_popcount(x); }
PL_MATH_ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
PL_MATH_ int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
PL_MATH_ int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
PL_MATH_ int __ffs(int x) { return __builtin_ffs(x); }
PL_MATH_ int __ffsll(long long x) { return __builtin_ffsll(x); }
PL_MATH_ unsigned __brev(unsigned x)
{
    unsigned y = 0;
    for (int i = 0; i < 32; i++)
        y |= (x >> i & 1) << (31 - i);
    return y;
}
PL_MATH_ unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
PL_MATH_ unsigned __byte_perm(unsigned x, unsigned y, unsigned select)
{
    unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned out = 0;
    for (int i = 0; i < 4; i++)
        out |= (unsigned)(both >> (select >> (4 * i) & 7) * 8 & 0xff) << (8 * i);
    return out;
}
PL_MATH_ unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n)
{
    return (unsigned)((((unsigned long long)hi << 32 | lo) << (n & 31)) >> 32);
}
PL_MATH_ unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n & 31));
}
PL_MATH_ int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
PL_MATH_ unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
PL_MATH_ int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
PL_MATH_ unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
PL_MATH_ long long __mul64hi(long long a, long long b) { return (long long)((__extension__ (__int128)a * b) >> 64); }
PL_MATH_ unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((__extension__ (unsigned __int128)a * b) >> 64);
}
PL_MATH_ unsigned __sad(int a, int b, unsigned c) { return c + (unsigned)(a > b ? (long long)a - b : (long long)b - a); }
PL_MATH_ int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 4; i++)
        c += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
    return c;
}
PL_MATH_ unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 4; i++)
        c += (a >> 8 * i & 0xff) * (b >> 8 * i & 0xff);
    return c;
}

// ---- Arithmetic with a rounding ----

PL_MATH_ float __fdividef(float a, float b) { return a / b; }
PL_MATH_ float fdividef(float a, float b) { return a / b; }
PL_MATH_ float __fadd_rn(float a, float b) { volatile float s = a + b; return s; }
PL_MATH_ float __fsub_rn(float a, float b) { volatile float s = a - b; return s; }
PL_MATH_ float __fmul_rn(float a, float b) { volatile float s = a * b; return s; }
PL_MATH_ float __fdiv_rn(float a, float b) { return a / b; }
PL_MATH_ float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
PL_MATH_ float __frcp_rn(float a) { return 1 / a; }
PL_MATH_ float __fsqrt_rn(float a) { return sqrtf(a); }
PL_MATH_ float __frsqrt_rn(float a) { return (float)(1 / sqrt((double)a)); }
PL_MATH_ double __dadd_rn(double a, double b) { volatile double s = a + b; return s; }
PL_MATH_ double __dmul_rn(double a, double b) { volatile double s = a * b; return s; }
PL_MATH_ double __ddiv_rn(double a, double b) { return a / b; }
PL_MATH_ double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
PL_MATH_ double __dsqrt_rn(double a) { return sqrt(a); }
PL_MATH_ double __drcp_rn(double a) { return 1 / a; }
PL_MATH_ float __saturatef(float x) { return x >= 0 ? x < 1 ? x : 1 : 0; }
PL_MATH_ float saturate(float x) { return __saturatef(x); }

// A GPU's conversions saturate, and a NaN becomes 0; in C both are undefined.
template <class I> static inline I pl_emulator_to_integer(double x, double low, double past)
{
    if (!(x >= low))
        return x < low ? (I)low : (I)0;
    return x < past ? (I)x : static_cast<I>(~I(0)) < 0 ? (I)(~(I(1) << (sizeof(I) * 8 - 1))) : (I)~I(0);
}
PL_MATH_ int pl_emulator_to_int(double x) { return pl_emulator_to_integer<int>(x, -2147483648.0, 2147483648.0); }
PL_MATH_ unsigned pl_emulator_to_uint(double x) { return pl_emulator_to_integer<unsigned>(x, 0, 4294967296.0); }
PL_MATH_ long long pl_emulator_to_long(double x)
{
    return x != x ? 0 : x >= 9223372036854775808.0 ? LLONG_MAX : x < -9223372036854775808.0 ? LLONG_MIN : (long long)x;
}
#define PL_CONVERT_(way, rounded)                                                            \
    PL_MATH_ int __float2int_##way(float x) { return pl_emulator_to_int(rounded); }           \
    PL_MATH_ unsigned __float2uint_##way(float x) { return pl_emulator_to_uint(rounded); }    \
    PL_MATH_ long long __float2ll_##way(float x) { return pl_emulator_to_long(rounded); }     \
    PL_MATH_ int __double2int_##way(double x) { return pl_emulator_to_int(rounded); }         \
    PL_MATH_ unsigned __double2uint_##way(double x) { return pl_emulator_to_uint(rounded); }  \
    PL_MATH_ long long __double2ll_##way(double x) { return pl_emulator_to_long(rounded); }
PL_CONVERT_(rn, nearbyint(x))
PL_CONVERT_(rz, trunc(x))
PL_CONVERT_(rd, floor(x))
PL_CONVERT_(ru, ceil(x))
#undef PL_CONVERT_
PL_MATH_ float __int2float_rn(int x) { return (float)x; }
PL_MATH_ float __uint2float_rn(unsigned x) { return (float)x; }
PL_MATH_ float __ll2float_rn(long long x) { return (float)x; }
PL_MATH_ float __ull2float_rn(unsigned long long x) { return (float)x; }
PL_MATH_ double __int2double_rn(int x) { return x; }
PL_MATH_ double __ll2double_rn(long long x) { return (double)x; }
PL_MATH_ float __double2float_rn(double x) { return (float)x; }

// ---- Functions ----

PL_MATH_ float rcbrtf(float x) { return 1 / cbrtf(x); }
PL_MATH_ float rhypotf(float x, float y) { return 1 / hypotf(x, y); }
PL_MATH_ float normcdff(float x) { return (float)(0.5 * erfc(-(double)x / M_SQRT2)); }
PL_MATH_ float erfcxf(float x) { return (float)(exp((double)x * x) * erfc((double)x)); }
PL_MATH_ float norm3df(float x, float y, float z) { return (float)sqrt((double)x * x + (double)y * y + (double)z * z); }

// Macros, because C23 has functions with these names: glibc declares sinpi and cospi since 2.41, rsqrt since 2.42.
PL_MATH_ float pl_emulator_rsqrt(float x) { return (float)(1 / sqrt((double)x)); }
PL_MATH_ double pl_emulator_rsqrt(double x) { return 1 / sqrt(x); }
PL_MATH_ float pl_emulator_sinpif(float x) { return (float)sin(M_PI * fmod((double)x, 2)); }
PL_MATH_ float pl_emulator_cospif(float x) { return (float)cos(M_PI * fmod((double)x, 2)); }
PL_MATH_ double pl_emulator_sinpi(double x) { return sin(M_PI * fmod(x, 2)); }
PL_MATH_ double pl_emulator_cospi(double x) { return cos(M_PI * fmod(x, 2)); }
#define rsqrtf(x) pl_emulator_rsqrt((float)(x))
#define rsqrt(x) pl_emulator_rsqrt(x)
#define sinpif(x) pl_emulator_sinpif(x)
#define cospif(x) pl_emulator_cospif(x)
#define sinpi(x) pl_emulator_sinpi(x)
#define cospi(x) pl_emulator_cospi(x)

#undef PL_MATH_
#endif
