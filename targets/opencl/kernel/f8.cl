%%helper pl_f32_of_f8
// Floats of eight bits are a sign, an exponent, and mantissa bits; e5m2 has infinities as IEEE floats have, e4m3 has
// none: all ones is its NaN. To nearest, ties to even.
static float pl_f32_of_f8(uint code, int mantissa, int infinity)
{
    const int bias = (1 << (6 - mantissa)) - 1;
    const uint top = (1u << (7 - mantissa)) - 1, exponent = code >> mantissa & top;
    const uint digits = code & ((1u << mantissa) - 1), sign = (code & 0x80) << 24;
    if (exponent == top && (infinity || digits == (1u << mantissa) - 1))
        return as_float(sign | 0x7f800000 | digits << (23 - mantissa));
    if (exponent == 0)
        return as_float(sign | as_uint(ldexp((float)digits, 1 - bias - mantissa)));
    return as_float(sign | (exponent + 127 - bias) << 23 | digits << (23 - mantissa));
}

%%helper pl_shift_to_even
static uint pl_shift_to_even(uint v, int shift)
{
    if (shift > 31)
        return 0;
    const uint kept = v >> shift, rest = v & ((1u << shift) - 1), half_of = 1u << (shift - 1);
    return kept + (rest > half_of || (rest == half_of && (kept & 1)));
}

%%helper pl_f8_of_f32
static uchar pl_f8_of_f32(float v, int mantissa, int infinity)
{
    const int bias = (1 << (6 - mantissa)) - 1;
    const uint bits = as_uint(v) & 0x7fffffff, sign = as_uint(v) >> 31 << 7;
    const uint top = ((1u << (7 - mantissa)) - 1) << mantissa;
    const uint limit = infinity ? top : top | ((1u << mantissa) - 1);   // the first code that is no number
    const uint digits = bits >> (23 - mantissa) & ((1u << mantissa) - 1);
    const int exponent = (int)(bits >> 23) - 127;
    if (bits > 0x7f800000)                                              // NaN
        return sign | limit | (infinity ? digits | 1u << (mantissa - 1) : 0);
    uint code = exponent >= 1 - bias ? pl_shift_to_even(bits - ((uint)(127 - bias) << 23), 23 - mantissa)
              : pl_shift_to_even((bits & 0x7fffff) | 0x800000, 23 - mantissa + 1 - bias - exponent);
    return sign | (bits >= 0x7f800000 || code > limit ? limit : code);
}

%%helper pl_f32_of_e4m3
static float pl_f32_of_e4m3(uchar v) { return pl_f32_of_f8(v, 3, 0); }
%%helper pl_f32_of_e5m2
static float pl_f32_of_e5m2(uchar v) { return pl_f32_of_f8(v, 2, 1); }
%%helper pl_e4m3_of_f32
static uchar pl_e4m3_of_f32(float v) { return pl_f8_of_f32(v, 3, 0); }
%%helper pl_e5m2_of_f32
static uchar pl_e5m2_of_f32(float v) { return pl_f8_of_f32(v, 2, 1); }

