// small_floats.c -- every code of the four small floats, and their rounding, against a slow reference.
//
// The formats, as (exponent bits, mantissa bits): f16 (5, 10), bf16 (8, 7) and f8e5m2 (5, 2) follow IEEE 754, with
// infinities; f8e4m3 (4, 3) is the OCP "fn" form: no infinity, one NaN for each sign, largest value 448.
//
// Overflow follows JAX (ml_dtypes): a value that rounds past the largest becomes infinity if the format has one, and
// NaN in f8e4m3. It never saturates. Rounding is to the nearest value, ties to an even code, and the value that would
// follow the largest counts for it: 464, the middle of 448 and 480, still is 448 in f8e4m3; 65520 is infinity in f16.

#include <math.h>
#include <pallas.h>
#include "../test.h"

typedef struct {
    const char *name;
    int exponent_bits, mantissa_bits;
    int has_infinity;
    float (*to_float)(uint16_t code);
    uint16_t (*from_float)(float value);
} Format;

// ---- A small float is its code: the conversions by code ----

_Static_assert(sizeof(pl_f16) == 2 && sizeof(pl_bf16) == 2, "16 bits");
_Static_assert(sizeof(pl_f8e4m3) == 1 && sizeof(pl_f8e5m2) == 1, "8 bits");

static float f16_to_float(uint16_t code)
{
    pl_f16 v;
    memcpy(&v, &code, sizeof v);
    return pl_to_f32(v);
}

static uint16_t f16_from_float(float value)
{
    uint16_t code;
    pl_f16 v = pl_to_f16(value);
    memcpy(&code, &v, sizeof code);
    return code;
}

static float bf16_to_float(uint16_t code)
{
    pl_bf16 v;
    memcpy(&v, &code, sizeof v);
    return pl_to_f32(v);
}

static uint16_t bf16_from_float(float value)
{
    uint16_t code;
    pl_bf16 v = pl_to_bf16(value);
    memcpy(&code, &v, sizeof code);
    return code;
}

static float f8e4m3_to_float(uint16_t code)
{
    uint8_t byte = (uint8_t)code;
    pl_f8e4m3 v;
    memcpy(&v, &byte, sizeof v);
    return pl_to_f32(v);
}

static uint16_t f8e4m3_from_float(float value)
{
    uint8_t byte;
    pl_f8e4m3 v = pl_to_f8e4m3(value);
    memcpy(&byte, &v, sizeof byte);
    return byte;
}

static float f8e5m2_to_float(uint16_t code)
{
    uint8_t byte = (uint8_t)code;
    pl_f8e5m2 v;
    memcpy(&v, &byte, sizeof v);
    return pl_to_f32(v);
}

static uint16_t f8e5m2_from_float(float value)
{
    uint8_t byte;
    pl_f8e5m2 v = pl_to_f8e5m2(value);
    memcpy(&byte, &v, sizeof byte);
    return byte;
}

static const Format f16 = { "f16", 5, 10, 1, f16_to_float, f16_from_float };
static const Format bf16 = { "bf16", 8, 7, 1, bf16_to_float, bf16_from_float };
static const Format f8e4m3 = { "f8e4m3", 4, 3, 0, f8e4m3_to_float, f8e4m3_from_float };
static const Format f8e5m2 = { "f8e5m2", 5, 2, 1, f8e5m2_to_float, f8e5m2_from_float };

// ---- The slow reference ----

static uint16_t sign_bit(const Format *f)
{
    return (uint16_t)(1u << (f->exponent_bits + f->mantissa_bits));
}

// The largest positive code that is a number: all ones are NaN in the "fn" form, a whole exponent of ones otherwise.
static uint16_t largest_code(const Format *f)
{
    return f->has_infinity ? (uint16_t)(sign_bit(f) - (1u << f->mantissa_bits) - 1) : (uint16_t)(sign_bit(f) - 2);
}

// Returns the value of a positive code, by the definition of the format. For the code after the largest it returns the
// next number of the sequence.
static double value_of(const Format *f, uint16_t code)
{
    int bias = (1 << (f->exponent_bits - 1)) - 1;
    int exponent = code >> f->mantissa_bits, mantissa = code & ((1 << f->mantissa_bits) - 1);
    if (exponent == 0)
        return ldexp(mantissa, 1 - bias - f->mantissa_bits);
    return ldexp((1 << f->mantissa_bits) + mantissa, exponent - bias - f->mantissa_bits);
}

// The code of a value that is neither negative nor NaN: the nearest, of two the even one.
static uint16_t nearest_code(const Format *f, double value)
{
    uint16_t low = 0, high = (uint16_t)(largest_code(f) + 1);
    uint16_t overflow = (uint16_t)(f->has_infinity ? high : sign_bit(f) - 1);
    if (value >= value_of(f, high))
        return overflow;
    while (high - low > 1) {                    // value_of(low) <= value < value_of(high)
        uint16_t middle = (uint16_t)((low + high) / 2);
        if (value_of(f, middle) <= value)
            low = middle;
        else
            high = middle;
    }
    // Exact enough: value is a float, and both distances are exact in double unless one is negligible.
    double below = value - value_of(f, low), above = value_of(f, high) - value;
    uint16_t code = below < above || (below == above && low % 2 == 0) ? low : high;
    return code > largest_code(f) ? overflow : code;
}

static int is_nan_code(const Format *f, uint16_t code)
{
    uint16_t magnitude = (uint16_t)(code & (sign_bit(f) - 1));
    return magnitude > (f->has_infinity ? largest_code(f) + 1 : largest_code(f));
}

// ---- Every code ----

static long wrong_codes(const Format *f)
{
    long wrong = 0;
    for (long c = 0; c < 2l * sign_bit(f); c++) {
        uint16_t code = (uint16_t)c, magnitude = (uint16_t)(code & (sign_bit(f) - 1));
        double size = magnitude > largest_code(f) ? INFINITY : value_of(f, magnitude);
        float value = f->to_float(code);
        int right;
        if (is_nan_code(f, code))
            right = isnan(value) && is_nan_code(f, f->from_float(value));
        else
            right = fabs((double)value) == size && (signbit(value) != 0) == (code != magnitude)
                && f->from_float(value) == code;
        if (!right && wrong++ < 5)
            printf("%s: code %#x is %.9g and back %#x\n", f->name, code, (double)value, f->from_float(value));
    }
    return wrong;
}

TEST(all_codes_go_to_float_and_back)
{
    EXPECT(wrong_codes(&f16) == 0);
    EXPECT(wrong_codes(&bf16) == 0);
    EXPECT(wrong_codes(&f8e4m3) == 0);
    EXPECT(wrong_codes(&f8e5m2) == 0);
}

// ---- Rounding ----

// Returns 1 if `value` or `-value` converts to another code than the reference's.
static long wrong_rounding(const Format *f, float value)
{
    uint16_t expected = nearest_code(f, fabs((double)value));
    uint16_t plus = f->from_float(fabsf(value)), minus = f->from_float(-fabsf(value));
    int right = is_nan_code(f, expected) ? is_nan_code(f, plus) && is_nan_code(f, minus)
                                         : plus == expected && minus == (uint16_t)(expected | sign_bit(f));
    if (!right)
        printf("%s: %a becomes %#x, its negative %#x, expected %#x\n", f->name, (double)value, plus, minus, expected);
    return !right;
}

// At, just below and just above each value and each midpoint of two; the last is between the largest and overflow.
static long wrong_boundaries(const Format *f)
{
    long wrong = 0;
    for (uint16_t code = 0; code <= largest_code(f) && wrong < 5; code++) {
        double low = value_of(f, code), high = value_of(f, (uint16_t)(code + 1));
        float points[] = { (float)low, (float)((low + high) / 2) };
        for (int p = 0; p < 2; p++) {
            wrong += wrong_rounding(f, points[p]);
            wrong += wrong_rounding(f, nextafterf(points[p], INFINITY));
            if (points[p] > 0)
                wrong += wrong_rounding(f, nextafterf(points[p], 0));
        }
    }
    return wrong;
}

// Floats of all magnitudes: random bits, from a fixed seed.
static long wrong_samples(const Format *f)
{
    long wrong = 0;
    uint32_t bits = 1;
    for (long n = 0; n < 100000 && wrong < 5; n++) {
        bits = bits * 1664525u + 1013904223u;
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!isnan(value))
            wrong += wrong_rounding(f, value);
    }
    return wrong;
}

TEST(f16_rounds_to_nearest_even)
{
    EXPECT(wrong_boundaries(&f16) == 0);
    EXPECT(wrong_samples(&f16) == 0);
}

TEST(bf16_rounds_to_nearest_even)
{
    EXPECT(wrong_boundaries(&bf16) == 0);
    EXPECT(wrong_samples(&bf16) == 0);
}

TEST(f8e4m3_rounds_to_nearest_even)
{
    EXPECT(wrong_boundaries(&f8e4m3) == 0);
    EXPECT(wrong_samples(&f8e4m3) == 0);
}

TEST(f8e5m2_rounds_to_nearest_even)
{
    EXPECT(wrong_boundaries(&f8e5m2) == 0);
    EXPECT(wrong_samples(&f8e5m2) == 0);
}

// The same as numbers, so that the reference is tested, too.
TEST(overflow_is_infinity_or_nan)
{
    EXPECT(f16_to_float(f16_from_float(65519.0f)) == 65504.0f);
    EXPECT(isinf(f16_to_float(f16_from_float(65520.0f))));
    EXPECT(f8e5m2_to_float(f8e5m2_from_float(61439.0f)) == 57344.0f);
    EXPECT(isinf(f8e5m2_to_float(f8e5m2_from_float(61440.0f))));
    EXPECT(f8e4m3_to_float(f8e4m3_from_float(464.0f)) == 448.0f);
    EXPECT(isnan(f8e4m3_to_float(f8e4m3_from_float(465.0f))));
    EXPECT(isinf(bf16_to_float(bf16_from_float(3.4028234e38f))));
    EXPECT(bf16_to_float(bf16_from_float(3.39e38f)) == 0x1.fep127f);
}

TEST(infinity_and_nan_stay_what_they_are)
{
    const Format *all[] = { &f16, &bf16, &f8e4m3, &f8e5m2 };
    for (int i = 0; i < 4; i++) {
        float infinity = all[i]->to_float(all[i]->from_float(INFINITY));
        float minus_infinity = all[i]->to_float(all[i]->from_float(-INFINITY));
        EXPECT(all[i]->has_infinity ? isinf(infinity) && infinity > 0 : isnan(infinity));
        EXPECT(all[i]->has_infinity ? isinf(minus_infinity) && minus_infinity < 0 : isnan(minus_infinity));
        EXPECT(isnan(all[i]->to_float(all[i]->from_float(NAN))));
        EXPECT(isnan(all[i]->to_float(all[i]->from_float(-NAN))));
    }
}

TEST(the_smallest_values_are_denormal)
{
    EXPECT(f16_to_float(1) == 0x1p-24f && f16_from_float(0x1p-25f) == 0 && f16_from_float(0x1.8p-25f) == 1);
    EXPECT(bf16_to_float(1) == 0x1p-133f && bf16_from_float(0x1p-134f) == 0 && bf16_from_float(0x1.8p-134f) == 1);
    EXPECT(f8e4m3_to_float(1) == 0x1p-9f && f8e4m3_from_float(0x1p-10f) == 0 && f8e4m3_from_float(0x1.8p-10f) == 1);
    EXPECT(f8e5m2_to_float(1) == 0x1p-16f && f8e5m2_from_float(0x1p-17f) == 0 && f8e5m2_from_float(0x1.8p-17f) == 1);
}

// "pl_to_f32(v) takes any of them or any number"
TEST(to_f32_takes_any_number)
{
    EXPECT(pl_to_f32(1.5f) == 1.5f);
    EXPECT(pl_to_f32(0.1) == 0.1f);
    EXPECT(pl_to_f32(-3) == -3.0f);
    EXPECT(pl_to_f32((int8_t)-128) == -128.0f);
    EXPECT(pl_to_f32((uint8_t)255) == 255.0f);
    EXPECT(pl_to_f32((int16_t)-32768) == -32768.0f);
    EXPECT(pl_to_f32((uint16_t)65535) == 65535.0f);
    EXPECT(pl_to_f32((uint32_t)4294967040u) == 4294967040.0f);
    EXPECT(pl_to_f32((int64_t)1 << 40) == 0x1p40f);
    EXPECT(pl_to_f32((uint64_t)1 << 63) == 0x1p63f);
    EXPECT(pl_to_f32((bool)1) == 1.0f);
}

// ---- In a kernel: every code that is a number passes through a window, element by element and as a block ----

enum { CODES16 = 65536, BLOCK16 = 4096, CODES8 = 256, BLOCK8 = 32 };

PL_KERNEL(through_f16, PL_REF(const pl_f16, x, BLOCK16), PL_REF(float, wide, BLOCK16), PL_REF(pl_f16, z, BLOCK16),
          PL_REF(float, wide_block, BLOCK16), PL_REF(pl_f16, z_block, BLOCK16))
{
    PL_EACH ((c, BLOCK16))
        wide[c] = pl_to_f32(x[c]);
    PL_EACH ((c, BLOCK16))
        z[c] = pl_to_f16(wide[c]);
    PL_ASSIGN(wide_block, x);
    PL_ASSIGN(z_block, wide_block);
}

PL_CALL(call_f16, through_f16,
        PL_GRID((i, CODES16 / BLOCK16)),
        PL_IN (pl_f16, x, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(float, wide, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(pl_f16, z, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(float, wide_block, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(pl_f16, z_block, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))))

PL_KERNEL(through_bf16, PL_REF(const pl_bf16, x, BLOCK16), PL_REF(float, wide, BLOCK16), PL_REF(pl_bf16, z, BLOCK16),
          PL_REF(float, wide_block, BLOCK16), PL_REF(pl_bf16, z_block, BLOCK16))
{
    PL_EACH ((c, BLOCK16))
        wide[c] = pl_to_f32(x[c]);
    PL_EACH ((c, BLOCK16))
        z[c] = pl_to_bf16(wide[c]);
    PL_ASSIGN(wide_block, x);
    PL_ASSIGN(z_block, wide_block);
}

PL_CALL(call_bf16, through_bf16,
        PL_GRID((i, CODES16 / BLOCK16)),
        PL_IN (pl_bf16, x, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(float, wide, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(pl_bf16, z, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(float, wide_block, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))),
        PL_OUT(pl_bf16, z_block, (CODES16), PL_BLOCKSPEC((BLOCK16), (i))))

PL_KERNEL(through_f8e4m3, PL_REF(const pl_f8e4m3, x, BLOCK8), PL_REF(float, wide, BLOCK8), PL_REF(pl_f8e4m3, z, BLOCK8),
          PL_REF(float, wide_block, BLOCK8), PL_REF(pl_f8e4m3, z_block, BLOCK8))
{
    PL_EACH ((c, BLOCK8))
        wide[c] = pl_to_f32(x[c]);
    PL_EACH ((c, BLOCK8))
        z[c] = pl_to_f8e4m3(wide[c]);
    PL_ASSIGN(wide_block, x);
    PL_ASSIGN(z_block, wide_block);
}

PL_CALL(call_f8e4m3, through_f8e4m3,
        PL_GRID((i, CODES8 / BLOCK8)),
        PL_IN (pl_f8e4m3, x, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(float, wide, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(pl_f8e4m3, z, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(float, wide_block, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(pl_f8e4m3, z_block, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))))

PL_KERNEL(through_f8e5m2, PL_REF(const pl_f8e5m2, x, BLOCK8), PL_REF(float, wide, BLOCK8), PL_REF(pl_f8e5m2, z, BLOCK8),
          PL_REF(float, wide_block, BLOCK8), PL_REF(pl_f8e5m2, z_block, BLOCK8))
{
    PL_EACH ((c, BLOCK8))
        wide[c] = pl_to_f32(x[c]);
    PL_EACH ((c, BLOCK8))
        z[c] = pl_to_f8e5m2(wide[c]);
    PL_ASSIGN(wide_block, x);
    PL_ASSIGN(z_block, wide_block);
}

PL_CALL(call_f8e5m2, through_f8e5m2,
        PL_GRID((i, CODES8 / BLOCK8)),
        PL_IN (pl_f8e5m2, x, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(float, wide, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(pl_f8e5m2, z, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(float, wide_block, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))),
        PL_OUT(pl_f8e5m2, z_block, (CODES8), PL_BLOCKSPEC((BLOCK8), (i))))

// All codes in order. NaNs are left out (0 replaces them), because the checks of interpret mode look for a NaN that
// comes out of a kernel.
static void all_numbers(const Format *f, uint16_t *codes)
{
    for (long c = 0; c < 2l * sign_bit(f); c++)
        codes[c] = is_nan_code(f, (uint16_t)c) ? 0 : (uint16_t)c;
}

static long wrong_floats(const Format *f, const uint16_t *codes, const float *wide)
{
    long wrong = 0;
    for (long c = 0; c < 2l * sign_bit(f); c++)
        wrong += !(wide[c] == f->to_float(codes[c]));
    return wrong;
}

static float wide[CODES16], wide_block[CODES16];
static uint16_t codes[CODES16];

TEST(kernels_convert_16_bits)
{
    static pl_f16 x[CODES16], z[CODES16], z_block[CODES16];
    all_numbers(&f16, codes);
    memcpy(x, codes, sizeof x);
    EXPECT(call_f16(x, wide, z, wide_block, z_block) == 0);
    EXPECT(wrong_floats(&f16, codes, wide) == 0);
    EXPECT(wrong_floats(&f16, codes, wide_block) == 0);
    EXPECT(memcmp(z, x, sizeof x) == 0);
    EXPECT(memcmp(z_block, x, sizeof x) == 0);
    static pl_bf16 bx[CODES16], bz[CODES16], bz_block[CODES16];
    all_numbers(&bf16, codes);
    memcpy(bx, codes, sizeof bx);
    EXPECT(call_bf16(bx, wide, bz, wide_block, bz_block) == 0);
    EXPECT(wrong_floats(&bf16, codes, wide) == 0);
    EXPECT(wrong_floats(&bf16, codes, wide_block) == 0);
    EXPECT(memcmp(bz, bx, sizeof bx) == 0);
    EXPECT(memcmp(bz_block, bx, sizeof bx) == 0);
}

static void to_bytes(uint8_t *bytes)
{
    for (int c = 0; c < CODES8; c++)
        bytes[c] = (uint8_t)codes[c];
}

TEST(kernels_convert_8_bits)
{
    uint8_t bytes[CODES8];
    pl_f8e4m3 x[CODES8], z[CODES8], z_block[CODES8];
    all_numbers(&f8e4m3, codes);
    to_bytes(bytes);
    memcpy(x, bytes, sizeof x);
    EXPECT(call_f8e4m3(x, wide, z, wide_block, z_block) == 0);
    EXPECT(wrong_floats(&f8e4m3, codes, wide) == 0);
    EXPECT(wrong_floats(&f8e4m3, codes, wide_block) == 0);
    EXPECT(memcmp(z, x, sizeof x) == 0);
    EXPECT(memcmp(z_block, x, sizeof x) == 0);
    pl_f8e5m2 fx[CODES8], fz[CODES8], fz_block[CODES8];
    all_numbers(&f8e5m2, codes);
    to_bytes(bytes);
    memcpy(fx, bytes, sizeof fx);
    EXPECT(call_f8e5m2(fx, wide, fz, wide_block, fz_block) == 0);
    EXPECT(wrong_floats(&f8e5m2, codes, wide) == 0);
    EXPECT(wrong_floats(&f8e5m2, codes, wide_block) == 0);
    EXPECT(memcmp(fz, fx, sizeof fx) == 0);
    EXPECT(memcmp(fz_block, fx, sizeof fx) == 0);
}

// A small float is a struct that contains its bits, and kernels may access them.
static void flip(pl_f16 *p)
{
    p->bits ^= 0x8000;
}

PL_KERNEL(bits_kernel, PL_REF(const pl_bf16, x, 8), PL_REF(pl_bf16, y, 8), PL_REF(pl_f8e4m3, e, 8), PL_REF(uint16_t, z, 8))
{
    PL_EACH ((i, 8)) {
        pl_bf16 a = x[i], one = { 0x3f80 };
        pl_f16 h = { .bits = 0x3c00 };
        flip(&h);
        a.bits ^= 0x8000;
        y[i] = i & 1 ? a : i & 2 ? one : (pl_bf16){ .bits = 0x4000 };
        e[i].bits = (uint8_t)(x[i].bits >> 8);
        z[i] = h.bits == 0xbc00 ? x[i].bits : 0;
    }
}

PL_CALL(bits_of, bits_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 8))),
        PL_IN (pl_bf16, x, (n), PL_BLOCKSPEC((8), (i))),
        PL_OUT(pl_bf16, y, (n), PL_BLOCKSPEC((8), (i))),
        PL_OUT(pl_f8e4m3, e, (n), PL_BLOCKSPEC((8), (i))),
        PL_OUT(uint16_t, z, (n), PL_BLOCKSPEC((8), (i))))

TEST(bits)
{
    pl_bf16 x[13], y[13];
    pl_f8e4m3 e[13];
    uint16_t z[13];
    for (int i = 0; i < 13; i++)
        x[i] = pl_to_bf16((float)i + 1);
    EXPECT(bits_of(13, x, y, e, z) == 0);
    for (int i = 0; i < 13; i++) {
        EXPECT(pl_to_f32(y[i]) == (i & 1 ? -(float)(i + 1) : i & 2 ? 1 : 2));
        EXPECT(e[i].bits == x[i].bits >> 8 && z[i] == x[i].bits);
    }
}

/* A partial block of an output stays while the inner axis runs: it is set, changed in each step, and written back from a copy. */
PL_KERNEL(double_kernel, PL_REF(pl_f8e5m2, z, 4))
{
    PL_WHEN (PL_FIRST(1))
        PL_EACH ((c, 4))
            z[3 - c] = pl_to_f8e5m2((float)c);
    PL_EACH ((c, 4))
        z[c] = pl_to_f8e5m2(2 * pl_to_f32(z[c]));
}
PL_CALL(doubled, double_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4)), (k, 3)),
        PL_OUT(pl_f8e5m2, z, (n), PL_BLOCKSPEC((4), (i))))

TEST(partial_blocks_that_stay)
{
    pl_f8e5m2 z[6];
    EXPECT(doubled(6, z) == 0);
    for (int c = 0; c < 6; c++)
        EXPECT(pl_to_f32(z[c]) == 8 * (3 - c % 4));
}

/* A NaN in the data is data, whatever its payload, and in whatever type. */
#define PART(type, small) \
    PL_KERNEL(widen_##small##_kernel, PL_REF(const type, x, 4), PL_REF(float, z, 4)) { PL_EACH ((c, 4)) z[c] = pl_to_f32(x[c]); } \
    PL_CALL(widen_##small, widen_##small##_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))), \
            PL_IN (type, x, (n), PL_BLOCKSPEC((4), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
PART(pl_f16, f16)
PART(pl_bf16, bf16)
PART(pl_f8e4m3, e4m3)
PART(pl_f8e5m2, e5m2)

PL_KERNEL(pass_on_kernel, PL_SCALAR(float, v), PL_REF(const float, x, 4), PL_REF(float, y, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4)) {
        z[c] = c % 2 ? v : y[c];
        y[c] = x[c];
    }
}
PL_CALL(pass_on, pass_on_kernel, PL_SIZES(n), PL_SCALAR(float, v), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))), PL_INOUT(float, y, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

static float float_of(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

TEST(nan_payloads)
{
    for (uint32_t p = 1; p < 0x400; p++) {
        pl_f16 f16[1] = { { (uint16_t)(0x7c00 | p) } };
        pl_bf16 bf16[1] = { { (uint16_t)(0x7f80 | (p & 0x7f) | 1) } };
        pl_f8e5m2 e5m2[1] = { { (uint8_t)(0x7d + p % 3) } };
        pl_f8e4m3 e4m3[1] = { { (uint8_t)(p % 2 ? 0x7f : 0xff) } };
        float z[1];
        EXPECT(widen_f16(1, f16, z) == 0 && isnan(z[0]));
        EXPECT(widen_bf16(1, bf16, z) == 0 && isnan(z[0]));
        EXPECT(widen_e5m2(1, e5m2, z) == 0 && isnan(z[0]));
        EXPECT(widen_e4m3(1, e4m3, z) == 0 && isnan(z[0]));
    }
    for (int p = 0; p < 0x100; p++) {                   /* of an input, of an array that is changed, of a scalar */
        float one[2] = { 1, 2 }, nan[2] = { float_of(0x7ff50000u | (uint32_t)p), float_of(0xffe00000u | (uint32_t)p << 13) }, y[2], z[2];
        memcpy(y, one, sizeof y);
        EXPECT(pass_on(2, 1, nan, y, z) == 0 && isnan(y[0]) && isnan(y[1]) && z[0] == 1 && z[1] == 1);
        EXPECT(pass_on(2, 1, one, y, z) == 0 && isnan(z[0]) && z[1] == 1 && y[1] == 2);
        EXPECT(pass_on(2, nan[p % 2], one, y, z) == 0 && z[0] == 1 && isnan(z[1]));
    }
}

int main(void)
{
    RUN(nan_payloads);
    RUN(bits);
    RUN(all_codes_go_to_float_and_back);
    RUN(f16_rounds_to_nearest_even);
    RUN(bf16_rounds_to_nearest_even);
    RUN(f8e4m3_rounds_to_nearest_even);
    RUN(f8e5m2_rounds_to_nearest_even);
    RUN(overflow_is_infinity_or_nan);
    RUN(infinity_and_nan_stay_what_they_are);
    RUN(the_smallest_values_are_denormal);
    RUN(to_f32_takes_any_number);
    RUN(kernels_convert_16_bits);
    RUN(kernels_convert_8_bits);
    RUN(partial_blocks_that_stay);
    return test_end();
}
