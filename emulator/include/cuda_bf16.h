// cuda_bf16.h -- __nv_bfloat16 and __nv_bfloat162: computed in float, and rounded to nearest even.
#ifndef PL_EMULATOR_CUDA_BF16_H
#define PL_EMULATOR_CUDA_BF16_H

#include "cuda_runtime.h"
#include "emulator/small_floats.h"

struct __nv_bfloat16_raw { unsigned short x; };
struct alignas(4) __nv_bfloat162_raw { unsigned short x, y; };

struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __nv_bfloat16(__nv_bfloat16_raw r) : __x(r.x) {}
    __nv_bfloat16(float f) : __x(pl_emulator_to_bf16(f)) {}
    __nv_bfloat16(double f) : __x(pl_emulator_to_bf16((float)f)) {}
    explicit __nv_bfloat16(int v) : __x(pl_emulator_to_bf16((float)v)) {}
    operator float() const { return pl_emulator_from_bf16(__x); }
    operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{ __x }; }
};
struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

PL_SMALL_FLOAT_(__nv_bfloat16, __nv_bfloat162, bfloat16, pl_emulator_to_bf16, pl_emulator_from_bf16)

static inline __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
static inline __nv_bfloat16 __double2bfloat16(double f) { return __nv_bfloat16((float)f); }
static inline __nv_bfloat16 __float2bfloat16_rz(float f)
{
    return __nv_bfloat16_raw{ (unsigned short)(__float_as_uint(f) >> 16) };
}

#endif
