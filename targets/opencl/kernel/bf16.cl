%%helper pl_f32_of_bf16
// A bf16 is the upper half of a float.
static float pl_f32_of_bf16(ushort v) { return as_float((uint)v << 16); }

%%helper pl_bf16_of_f32
// Rounds to nearest, ties to even. A NaN stays a NaN.
static ushort pl_bf16_of_f32(float v)
{
    const uint bits = as_uint(v);
    return v != v ? (bits >> 16) | 64 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

%%helper pl_f32v_of_bf16
static floatv pl_f32v_of_bf16(ushortv v) { return as_floatv(convert_uintv(v) << 16); }

%%helper pl_bf16v_of_f32
static ushortv pl_bf16v_of_f32(floatv v)
{
    const uintv bits = as_uintv(v);
    return convert_ushortv(select((bits + 0x7fff + ((bits >> 16) & 1)) >> 16, (bits >> 16) | 64, v != v));
}

