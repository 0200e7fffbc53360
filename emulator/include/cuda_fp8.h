// cuda_fp8.h -- __nv_fp8_e4m3 and __nv_fp8_e5m2: conversions, rounded to nearest even.
#ifndef PL_EMULATOR_CUDA_FP8_H
#define PL_EMULATOR_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

static inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float f, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return kind == __NV_E4M3 ? pl_emulator_to_e4m3(f, saturate == __NV_SATFINITE) : pl_emulator_to_e5m2(f, saturate == __NV_SATFINITE);
}
static inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
    return __half_raw{ pl_emulator_to_f16(kind == __NV_E4M3 ? pl_emulator_from_e4m3(x) : pl_emulator_from_e5m2(x)) };
}
static inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 f, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return (unsigned short)(__nv_cvt_float_to_fp8(f.x, saturate, kind) | __nv_cvt_float_to_fp8(f.y, saturate, kind) << 8);
}
static inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind)
{
    return __half2_raw{ __nv_cvt_fp8_to_halfraw((unsigned char)x, kind).x, __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), kind).x };
}

struct __nv_fp8_e4m3 {
    __nv_fp8_storage_t __x;
    __nv_fp8_e4m3() = default;
    explicit __nv_fp8_e4m3(float f) : __x(pl_emulator_to_e4m3(f, true)) {}
    explicit operator float() const { return pl_emulator_from_e4m3(__x); }
};
struct __nv_fp8_e5m2 {
    __nv_fp8_storage_t __x;
    __nv_fp8_e5m2() = default;
    explicit __nv_fp8_e5m2(float f) : __x(pl_emulator_to_e5m2(f, true)) {}
    explicit operator float() const { return pl_emulator_from_e5m2(__x); }
};

#endif
