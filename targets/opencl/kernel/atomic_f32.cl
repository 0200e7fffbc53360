%%helper PL_ATOMIC_F32
// Atomics of floats: try until nobody came between. Of two, a NaN wins.
#define PL_ATOMIC_F32(op, made)                                                                             \
    static float pl_atomic_##op##_f32(volatile __global float *at, float v)                                 \
    {                                                                                                       \
        volatile __global uint *bits = (volatile __global uint *)at;                                        \
        uint now = atomic_add(bits, 0), then;                                                               \
        do {                                                                                                \
            const float old = as_float(then = now);                                                         \
            now = atomic_cmpxchg(bits, then, as_uint(made));                                                \
        } while (now != then);                                                                              \
        return as_float(now);                                                                               \
    }
%%helper pl_atomic_add_f32
PL_ATOMIC_F32(add, old + v)
%%helper pl_atomic_max_f32
PL_ATOMIC_F32(max, old > v || old != old ? old : v)
%%helper pl_atomic_min_f32
PL_ATOMIC_F32(min, old < v || old != old ? old : v)
%%helper pl_atomic_xchg_f32
PL_ATOMIC_F32(xchg, v)
%%helper pl_atomic_cas_f32
static float pl_atomic_cas_f32(volatile __global float *at, float expected, float v)
{
    return as_float(atomic_cmpxchg((volatile __global uint *)at, as_uint(expected), as_uint(v)));
}

