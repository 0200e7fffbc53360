%%helper pl_most_f32
static __device__ float pl_most_f32(float a, float b)
{
#ifdef __CUDA_ARCH__
    asm("max.NaN.f32 %0, %0, %1;" : "+f"(a) : "f"(b));
    return a;
#else
    return a > b || a != a ? a : b;
#endif
}
%%helper pl_least_f32
static __device__ float pl_least_f32(float a, float b)
{
#ifdef __CUDA_ARCH__
    asm("min.NaN.f32 %0, %0, %1;" : "+f"(a) : "f"(b));
    return a;
#else
    return a < b || a != a ? a : b;
#endif
}
