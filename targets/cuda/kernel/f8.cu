%%helper pl_f32_of_f8
// Floats of eight bits are a sign, an exponent, and mantissa bits; e5m2 has infinities as IEEE floats have, e4m3 has
// none: all ones is its NaN. To nearest, ties to even.
static __device__ float pl_f32_of_f8(unsigned code, int mantissa, int infinity)
{
    const int bias = (1 << (6 - mantissa)) - 1;
    const unsigned top = (1u << (7 - mantissa)) - 1, exponent = code >> mantissa & top;
    const unsigned digits = code & ((1u << mantissa) - 1), sign = (code & 0x80) << 24;
    if (exponent == top && (infinity || digits == (1u << mantissa) - 1))
        return __uint_as_float(sign | 0x7f800000 | digits << (23 - mantissa));
    if (exponent == 0)
        return __uint_as_float(sign | __float_as_uint(ldexpf((float)digits, 1 - bias - mantissa)));
    return __uint_as_float(sign | (exponent + 127 - bias) << 23 | digits << (23 - mantissa));
}

%%helper pl_shift_to_even
static __device__ unsigned pl_shift_to_even(unsigned v, int shift)
{
    if (shift > 31)
        return 0;
    const unsigned kept = v >> shift, rest = v & ((1u << shift) - 1), half_of = 1u << (shift - 1);
    return kept + (rest > half_of || (rest == half_of && (kept & 1)));
}

%%helper pl_f8_of_f32
static __device__ unsigned char pl_f8_of_f32(float v, int mantissa, int infinity)
{
    const int bias = (1 << (6 - mantissa)) - 1;
    const unsigned bits = __float_as_uint(v) & 0x7fffffff, sign = __float_as_uint(v) >> 31 << 7;
    const unsigned top = ((1u << (7 - mantissa)) - 1) << mantissa;
    const unsigned limit = infinity ? top : top | ((1u << mantissa) - 1);   // the first code that is no number
    const unsigned digits = bits >> (23 - mantissa) & ((1u << mantissa) - 1);
    const int exponent = (int)(bits >> 23) - 127;
    if (bits > 0x7f800000)                                              // NaN
        return sign | limit | (infinity ? digits | 1u << (mantissa - 1) : 0);
    unsigned code = exponent >= 1 - bias ? pl_shift_to_even(bits - ((unsigned)(127 - bias) << 23), 23 - mantissa)
                  : pl_shift_to_even((bits & 0x7fffff) | 0x800000, 23 - mantissa + 1 - bias - exponent);
    return sign | (bits >= 0x7f800000 || code > limit ? limit : code);
}

%%helper pl_f32_of_e4m3
static __device__ float pl_f32_of_e4m3(pl_f8e4m3 v) { return pl_f32_of_f8(v.bits, 3, 0); }
%%helper pl_f32_of_e5m2
static __device__ float pl_f32_of_e5m2(pl_f8e5m2 v) { return pl_f32_of_f8(v.bits, 2, 1); }
%%helper pl_e4m3_of_f32
static __device__ __forceinline__ pl_f8e4m3 pl_e4m3_of_f32(float v) { return { pl_f8_of_f32(v, 3, 0) }; }
%%helper pl_e5m2_of_f32
static __device__ __forceinline__ pl_f8e5m2 pl_e5m2_of_f32(float v) { return { pl_f8_of_f32(v, 2, 1) }; }

