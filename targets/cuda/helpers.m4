m4_dnl  helpers.m4 -- functions that kernels may call. Those that no later line names are omitted.
m4_dnl
m4_undivert(«atomic.cu»)m4_dnl
cl_private_atomics(«static __device__ »)m4_dnl
m4_undivert(«f8.cu»)m4_dnl
m4_undivert(«report.cu»)m4_dnl
m4_undivert(«classify.cu»)m4_dnl
%%helper pl_most
static __device__ long pl_most(long a, long b) { return a > b ? a : b; }
%%helper pl_least
static __device__ long pl_least(long a, long b) { return a < b ? a : b; }
m4_dnl  cuda_extremes: the greater and the lesser of two; for floats NaN if one is NaN.
pl_macro(«cuda_extremes(type, code, nan)», ««%%helper pl_most_$code
static __device__ $type pl_most_$code($type a, $type b) { return a > b»m4_ifelse(«$nan», «», «», «« || a != a»»)« ? a : b; }
%%helper pl_least_$code
static __device__ $type pl_least_$code($type a, $type b) { return a < b»m4_ifelse(«$nan», «», «», «« || a != a»»)« ? a : b; }
»»)m4_dnl
cuda_extremes(int, bool)cuda_extremes(int, i8)cuda_extremes(int, u8)cuda_extremes(int, i16)cuda_extremes(int, u16)m4_dnl
cuda_extremes(int, i32)cuda_extremes(long, i64)cuda_extremes(unsigned, u32)cuda_extremes(unsigned long, u64)m4_dnl
cuda_extremes(float, f32, nan)cuda_extremes(double, f64, nan)m4_dnl
m4_undivert(«small.cu»)m4_dnl
m4_undivert(«memory.cu»)m4_dnl
%%end

