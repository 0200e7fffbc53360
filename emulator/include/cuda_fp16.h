// cuda_fp16.h -- __half and __half2: computed in float, and rounded to nearest even.
#ifndef PL_EMULATOR_CUDA_FP16_H
#define PL_EMULATOR_CUDA_FP16_H

#include "cuda_runtime.h"
#include "emulator/small_floats.h"

struct __half_raw { unsigned short x; };
struct alignas(4) __half2_raw { unsigned short x, y; };

struct __half {
    unsigned short __x;
    __half() = default;
    __half(__half_raw r) : __x(r.x) {}
    __half(float f) : __x(pl_emulator_to_f16(f)) {}
    __half(double f) : __x(pl_emulator_to_f16((float)f)) {}
    explicit __half(int v) : __x(pl_emulator_to_f16((float)v)) {}
    operator float() const { return pl_emulator_from_f16(__x); }
    operator __half_raw() const { return __half_raw{ __x }; }
};
struct alignas(4) __half2 {
    __half x, y;
    __half2() = default;
    __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;

PL_SMALL_FLOAT_(__half, __half2, half, pl_emulator_to_f16, pl_emulator_from_f16)

static inline __half __float2half(float f) { return __half(f); }
static inline __half __double2half(double f) { return __half_raw{ pl_emulator_to_f16_from_double(f) }; }
static inline __half __float2half_rz(float f) { return __half_raw{ pl_emulator_to_f16_towards_zero(f) }; }
static inline __half __int2half_rn(int v) { return __half((float)v); }
static inline int __half2int_rn(__half h) { return (int)nearbyintf((float)h); }
static inline int __half2int_rz(__half h) { return (int)(float)h; }

#endif
