%%helper pl_f32_of_bf16
// A bf16 is the upper half of a float.
static __device__ float pl_f32_of_bf16(pl_bf16 v) { return __uint_as_float((unsigned)v.bits << 16); }

%%helper pl_bf16_of_f32
// To nearest, ties to even; a NaN stays one.
static __device__ __forceinline__ pl_bf16 pl_bf16_of_f32(float v)
{
#ifdef __CUDA_ARCH__
    uint16_t rounded;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(rounded) : "f"(v));
    return { rounded };
#else
    const unsigned bits = __float_as_uint(v);
    return { (uint16_t)(v != v ? (bits >> 16) | 64 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16) };
#endif
}

%%helper pl_f32_of_f16
static __device__ float pl_f32_of_f16(pl_f16 v) { return __half2float(__ushort_as_half(v.bits)); }

%%helper pl_f16_of_f32
static __device__ __forceinline__ pl_f16 pl_f16_of_f32(float v) { return { __half_as_ushort(__float2half_rn(v)) }; }

