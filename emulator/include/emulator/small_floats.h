// small_floats.h -- the bits of f16, bf16, f8e4m3 and f8e5m2, and the functions that f16 and bf16 share.
#ifndef PL_EMULATOR_SMALL_FLOATS_H
#define PL_EMULATOR_SMALL_FLOATS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// Returns the bits of f in a format of `exponent` and `mantissa` bits, rounded to nearest even. Values past the largest number
// become infinity.
static inline unsigned pl_emulator_round(double f, int exponent, int mantissa)
{
    int bias = (1 << (exponent - 1)) - 1, power;
    unsigned sign = signbit(f) ? 1u << (exponent + mantissa) : 0;
    double x = fabs(f);
    unsigned infinity = ((1u << exponent) - 1) << mantissa;
    if (x != x)
        return infinity | ((1u << mantissa) - 1);
    if (x > 1e300)
        return sign | infinity;
    frexp(x, &power);  // x < 2^power
    int least = (power - 1 < 1 - bias ? 1 - bias : power - 1) - mantissa;
    double units = nearbyint(ldexp(x, -least));  // x in units of the last place
    if (units == 0)
        return sign;
    unsigned bits = (unsigned)units + ((unsigned)(least + mantissa + bias - 1) << mantissa);
    return sign | (bits > infinity ? infinity : bits);
}

static inline double pl_emulator_unround(unsigned bits, int exponent, int mantissa)
{
    int bias = (1 << (exponent - 1)) - 1;
    int power = (int)(bits >> mantissa & ((1u << exponent) - 1));
    double fraction = bits & ((1u << mantissa) - 1);
    double x = power ? ldexp(fraction + (1 << mantissa), power - bias - mantissa) : ldexp(fraction, 1 - bias - mantissa);
    return bits >> (exponent + mantissa) & 1 ? -x : x;
}

static inline uint16_t pl_emulator_to_f16(float f)
{
    return f != f ? 0x7fff : (uint16_t)pl_emulator_round(f, 5, 10);
}
static inline uint16_t pl_emulator_to_f16_from_double(double f)
{
    return f != f ? 0x7fff : (uint16_t)pl_emulator_round(f, 5, 10);
}
static inline float pl_emulator_from_f16(uint16_t h)
{
    if ((h & 0x7c00) == 0x7c00)
        return h & 0x3ff ? NAN : h & 0x8000 ? -INFINITY : INFINITY;
    return (float)pl_emulator_unround(h, 5, 10);
}
static inline uint16_t pl_emulator_to_f16_towards_zero(float f)
{
    uint16_t h = pl_emulator_to_f16(f);
    if (f == f && fabsf(pl_emulator_from_f16(h)) > fabsf(f))
        h--;
    return h;
}

static inline uint16_t pl_emulator_to_bf16(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return f != f ? 0x7fff : (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
static inline float pl_emulator_from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return f;
}

// e4m3 has no infinity: its largest exponent has numbers up to 448, and one NaN.
static inline uint8_t pl_emulator_to_e4m3(float f, bool saturate)
{
    if (f != f)
        return 0x7f;
    uint8_t sign = signbit(f) ? 0x80 : 0;
    if (fabsf(f) >= 464)
        return sign | (saturate ? 0x7e : 0x7f);
    if (fabsf(f) > 240) {
        unsigned units = (unsigned)nearbyintf(fabsf(f) / 32);  // 256 to 448, in steps of 32
        return (uint8_t)(sign | (units == 8 ? 0x78 : 0x78 + units - 8));
    }
    return (uint8_t)pl_emulator_round(f, 4, 3);
}
static inline float pl_emulator_from_e4m3(uint8_t x)
{
    return (x & 0x7f) == 0x7f ? NAN : (float)pl_emulator_unround(x, 4, 3);
}
static inline uint8_t pl_emulator_to_e5m2(float f, bool saturate)
{
    if (f != f)
        return 0x7f;
    uint8_t bits = (uint8_t)pl_emulator_round(f, 5, 2);
    return (bits & 0x7f) == 0x7c && saturate ? (uint8_t)(bits - 1) : bits;
}
static inline float pl_emulator_from_e5m2(uint8_t x)
{
    if ((x & 0x7c) == 0x7c)
        return x & 3 ? NAN : x & 0x80 ? -INFINITY : INFINITY;
    return (float)pl_emulator_unround(x, 5, 2);
}

// ---- Functions of __half and of __nv_bfloat16: T, its pair, and T's name in the conversions ----

#define PL_SMALL_BINARY_(T, P, name, expression)                                            \
    static inline T name(T a, T b) { return T(expression); }                                \
    static inline P name##2(P a, P b) { return { name(a.x, b.x), name(a.y, b.y) }; }
#define PL_SMALL_OPERATOR_(T, P, op)                                                        \
    static inline T operator op(T a, T b) { return T((float)a op (float)b); }               \
    static inline P operator op(P a, P b) { return { a.x op b.x, a.y op b.y }; }            \
    static inline T &operator op##=(T &a, T b) { return a = a op b; }
#define PL_SMALL_COMPARE_(T, name, op)                                                      \
    static inline bool operator op(T a, T b) { return (float)a op (float)b; }               \
    static inline bool name(T a, T b) { return (float)a op (float)b; }
#define PL_SMALL_UNARY_(T, P, name, expression)                                             \
    static inline T name(T v) { float x = (float)v; return T((float)(expression)); }        \
    static inline P h2##name(P v) { return { name(v.x), name(v.y) }; }

#define PL_SMALL_FLOAT_(T, P, word, to, from)                                               \
    PL_SMALL_OPERATOR_(T, P, +)                                                             \
    PL_SMALL_OPERATOR_(T, P, -)                                                             \
    PL_SMALL_OPERATOR_(T, P, *)                                                             \
    PL_SMALL_OPERATOR_(T, P, /)                                                             \
    static inline T operator-(T a) { return T(-(float)a); }                                 \
    static inline P operator-(P a) { return { -a.x, -a.y }; }                               \
    PL_SMALL_COMPARE_(T, __heq, ==)                                                         \
    PL_SMALL_COMPARE_(T, __hne, !=)                                                         \
    PL_SMALL_COMPARE_(T, __hlt, <)                                                          \
    PL_SMALL_COMPARE_(T, __hle, <=)                                                         \
    PL_SMALL_COMPARE_(T, __hgt, >)                                                          \
    PL_SMALL_COMPARE_(T, __hge, >=)                                                         \
    PL_SMALL_BINARY_(T, P, __hadd, (float)a + (float)b)                                     \
    PL_SMALL_BINARY_(T, P, __hsub, (float)a - (float)b)                                     \
    PL_SMALL_BINARY_(T, P, __hmul, (float)a * (float)b)                                     \
    PL_SMALL_BINARY_(T, P, __hmax, fmaxf((float)a, (float)b))                               \
    PL_SMALL_BINARY_(T, P, __hmin, fminf((float)a, (float)b))                               \
    static inline T __hdiv(T a, T b) { return T((float)a / (float)b); }                     \
    static inline P __h2div(P a, P b) { return { a.x / b.x, a.y / b.y }; }                  \
    static inline T __hfma(T a, T b, T c) { return T(fma((double)(float)a, (float)b, (float)c)); } \
    static inline P __hfma2(P a, P b, P c) { return { __hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y) }; } \
    static inline T __hneg(T a) { return -a; }                                              \
    static inline P __hneg2(P a) { return -a; }                                             \
    static inline T __habs(T a) { return T(fabsf((float)a)); }                              \
    static inline P __habs2(P a) { return { __habs(a.x), __habs(a.y) }; }                   \
    static inline bool __hisnan(T a) { return (float)a != (float)a; }                       \
    static inline bool __hisinf(T a) { return isinf((float)a); }                            \
    PL_SMALL_UNARY_(T, P, hexp, expf(x))                                                    \
    PL_SMALL_UNARY_(T, P, hexp2, exp2f(x))                                                  \
    PL_SMALL_UNARY_(T, P, hlog, logf(x))                                                    \
    PL_SMALL_UNARY_(T, P, hsqrt, sqrtf(x))                                                  \
    PL_SMALL_UNARY_(T, P, hrsqrt, 1 / sqrt((double)x))                                      \
    PL_SMALL_UNARY_(T, P, hrcp, 1 / x)                                                      \
    PL_SMALL_UNARY_(T, P, hsin, sinf(x))                                                    \
    PL_SMALL_UNARY_(T, P, hcos, cosf(x))                                                    \
    PL_SMALL_UNARY_(T, P, htanh, tanhf(x))                                                  \
    static inline T __float2##word##_rn(float f) { return T(f); }                           \
    static inline float __##word##2float(T v) { return (float)v; }                          \
    static inline unsigned short __##word##_as_ushort(T v) { return v.__x; }                \
    static inline short __##word##_as_short(T v) { return (short)v.__x; }                   \
    static inline T __ushort_as_##word(unsigned short bits) { T v; v.__x = bits; return v; } \
    static inline T __short_as_##word(short bits) { T v; v.__x = (unsigned short)bits; return v; } \
    static inline P __floats2##word##2_rn(float a, float b) { return { T(a), T(b) }; }      \
    static inline P __float22##word##2_rn(float2 v) { return { T(v.x), T(v.y) }; }          \
    static inline P __float2##word##2_rn(float v) { return { T(v), T(v) }; }                \
    static inline float2 __##word##22float2(P v) { return { (float)v.x, (float)v.y }; }     \
    static inline P __##word##2##word##2(T v) { return { v, v }; }                          \
    static inline P __halves2##word##2(T a, T b) { return { a, b }; }                       \
    static inline P make_##word##2(T a, T b) { return { a, b }; }                           \
    static inline T __low2##word(P v) { return v.x; }                                       \
    static inline T __high2##word(P v) { return v.y; }                                      \
    static inline float __low2float(P v) { return (float)v.x; }                             \
    static inline float __high2float(P v) { return (float)v.y; }                            \
    static inline P __lowhigh2highlow(P v) { return { v.y, v.x }; }                         \
    PL_EMULATOR_UNSEEN T atomicAdd(T *p, T value)                                           \
    {                                                                                       \
        pl_emulator_atomic(p, sizeof *p, PL_HERE);                                          \
        T old = *p;                                                                         \
        *p = old + value;                                                                   \
        return old;                                                                         \
    }                                                                                       \
    PL_EMULATOR_UNSEEN P atomicAdd(P *p, P value)                                           \
    {                                                                                       \
        pl_emulator_atomic(p, sizeof *p, PL_HERE);                                          \
        P old = *p;                                                                         \
        *p = old + value;                                                                   \
        return old;                                                                         \
    }

#endif
