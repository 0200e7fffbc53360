%%helper PL_ATOMIC_F32
// Atomic operations on floats: they repeat until no other work-item has changed the value in between. NaN wins over
// a number.
#define PL_ATOMIC_F32(space, name, made)                                                                    \
    static float pl_##name##_f32(volatile space float *at, float v)                                         \
    {                                                                                                       \
        volatile space uint *bits = (volatile space uint *)at;                                              \
        uint now = atomic_add(bits, 0), then;                                                               \
        do {                                                                                                \
            const float old = as_float(then = now);                                                         \
            (void)old;                                                                                      \
            now = atomic_cmpxchg(bits, then, as_uint(made));                                                \
        } while (now != then);                                                                              \
        return as_float(now);                                                                               \
    }
%%helper pl_atomic_add_f32
PL_ATOMIC_F32(__global, atomic_add, old + v)
%%helper pl_local_atomic_add_f32
PL_ATOMIC_F32(__local, local_atomic_add, old + v)
%%helper pl_atomic_max_f32
PL_ATOMIC_F32(__global, atomic_max, old > v || old != old ? old : v)
%%helper pl_local_atomic_max_f32
PL_ATOMIC_F32(__local, local_atomic_max, old > v || old != old ? old : v)
%%helper pl_atomic_min_f32
PL_ATOMIC_F32(__global, atomic_min, old < v || old != old ? old : v)
%%helper pl_local_atomic_min_f32
PL_ATOMIC_F32(__local, local_atomic_min, old < v || old != old ? old : v)
%%helper pl_atomic_xchg_f32
PL_ATOMIC_F32(__global, atomic_xchg, v)
%%helper pl_local_atomic_xchg_f32
PL_ATOMIC_F32(__local, local_atomic_xchg, v)
%%helper pl_atomic_cas_f32
static float pl_atomic_cas_f32(volatile __global float *at, float expected, float v)
{
    return as_float(atomic_cmpxchg((volatile __global uint *)at, as_uint(expected), as_uint(v)));
}
%%helper pl_local_atomic_cas_f32
static float pl_local_atomic_cas_f32(volatile __local float *at, float expected, float v)
{
    return as_float(atomic_cmpxchg((volatile __local uint *)at, as_uint(expected), as_uint(v)));
}

