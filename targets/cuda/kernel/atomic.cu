%%helper PL_ATOMIC_64
// CUDA's atomics of 64 bits are those of long long.
#define PL_ATOMIC_64(op, does, type, code, as)                                                              \
    static __device__ type pl_atomic_##op##_##code(type *at, type v) { return does((as *)at, (as)v); }
%%helper pl_atomic_add_i64
PL_ATOMIC_64(add, atomicAdd, long, i64, unsigned long long)
%%helper pl_atomic_max_i64
PL_ATOMIC_64(max, atomicMax, long, i64, long long)
%%helper pl_atomic_min_i64
PL_ATOMIC_64(min, atomicMin, long, i64, long long)
%%helper pl_atomic_and_i64
PL_ATOMIC_64(and, atomicAnd, long, i64, unsigned long long)
%%helper pl_atomic_or_i64
PL_ATOMIC_64(or, atomicOr, long, i64, unsigned long long)
%%helper pl_atomic_xor_i64
PL_ATOMIC_64(xor, atomicXor, long, i64, unsigned long long)
%%helper pl_atomic_xchg_i64
PL_ATOMIC_64(xchg, atomicExch, long, i64, unsigned long long)
%%helper pl_atomic_cas_i64
static __device__ long pl_atomic_cas_i64(long *at, long expected, long v)
{
    return atomicCAS((unsigned long long *)at, (unsigned long long)expected, (unsigned long long)v);
}
%%helper pl_atomic_add_u64
PL_ATOMIC_64(add, atomicAdd, unsigned long, u64, unsigned long long)
%%helper pl_atomic_max_u64
PL_ATOMIC_64(max, atomicMax, unsigned long, u64, unsigned long long)
%%helper pl_atomic_min_u64
PL_ATOMIC_64(min, atomicMin, unsigned long, u64, unsigned long long)
%%helper pl_atomic_and_u64
PL_ATOMIC_64(and, atomicAnd, unsigned long, u64, unsigned long long)
%%helper pl_atomic_or_u64
PL_ATOMIC_64(or, atomicOr, unsigned long, u64, unsigned long long)
%%helper pl_atomic_xor_u64
PL_ATOMIC_64(xor, atomicXor, unsigned long, u64, unsigned long long)
%%helper pl_atomic_xchg_u64
PL_ATOMIC_64(xchg, atomicExch, unsigned long, u64, unsigned long long)
%%helper pl_atomic_cas_u64
static __device__ unsigned long pl_atomic_cas_u64(unsigned long *at, unsigned long expected, unsigned long v)
{
    return atomicCAS((unsigned long long *)at, (unsigned long long)expected, (unsigned long long)v);
}

%%helper PL_ATOMIC_F32
// Atomics of floats: try until nobody came between. Of two, a NaN wins.
#define PL_ATOMIC_F32(op, made)                                                                             \
    static __device__ float pl_atomic_##op##_f32(float *at, float v)                                        \
    {                                                                                                       \
        unsigned now = __float_as_uint(*(volatile float *)at), then;                                        \
        do {                                                                                                \
            const float old = __uint_as_float(then = now);                                                  \
            now = atomicCAS((unsigned *)at, then, __float_as_uint(made));                                   \
        } while (now != then);                                                                              \
        return __uint_as_float(now);                                                                        \
    }
%%helper pl_atomic_max_f32
PL_ATOMIC_F32(max, old > v || old != old ? old : v)
%%helper pl_atomic_min_f32
PL_ATOMIC_F32(min, old < v || old != old ? old : v)
%%helper pl_atomic_cas_f32
static __device__ float pl_atomic_cas_f32(float *at, float expected, float v)
{
    return __uint_as_float(atomicCAS((unsigned *)at, __float_as_uint(expected), __float_as_uint(v)));
}

%%helper PL_ATOMIC_F64
#define PL_ATOMIC_F64(op, made)                                                                             \
    static __device__ double pl_atomic_##op##_f64(double *at, double v)                                     \
    {                                                                                                       \
        unsigned long long now = __double_as_longlong(*(volatile double *)at), then;                        \
        do {                                                                                                \
            const double old = __longlong_as_double(then = now);                                            \
            (void)old;                                                                                      \
            now = atomicCAS((unsigned long long *)at, then, (unsigned long long)__double_as_longlong(made)); \
        } while (now != then);                                                                              \
        return __longlong_as_double(now);                                                                   \
    }
%%helper pl_atomic_max_f64
PL_ATOMIC_F64(max, old > v || old != old ? old : v)
%%helper pl_atomic_min_f64
PL_ATOMIC_F64(min, old < v || old != old ? old : v)
%%helper pl_atomic_xchg_f64
PL_ATOMIC_F64(xchg, v)
%%helper pl_atomic_cas_f64
static __device__ double pl_atomic_cas_f64(double *at, double expected, double v)
{
    return __longlong_as_double(atomicCAS((unsigned long long *)at, (unsigned long long)__double_as_longlong(expected),
                                          (unsigned long long)__double_as_longlong(v)));
}

