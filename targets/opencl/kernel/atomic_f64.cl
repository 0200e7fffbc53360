%%helper PL_ATOMIC_F64
// Atomic operations on doubles: they repeat until no other work-item has changed the value in between. NaN wins over
// a number.
#define PL_ATOMIC_F64(space, name, made)                                                                    \
    static double pl_##name##_f64(volatile space double *at, double v)                                      \
    {                                                                                                       \
        volatile space ulong *bits = (volatile space ulong *)at;                                            \
        ulong now = atom_add(bits, 0), then;                                                                \
        do {                                                                                                \
            const double old = as_double(then = now);                                                       \
            (void)old;                                                                                      \
            now = atom_cmpxchg(bits, then, as_ulong(made));                                                 \
        } while (now != then);                                                                              \
        return as_double(now);                                                                              \
    }
%%helper pl_atomic_add_f64
PL_ATOMIC_F64(__global, atomic_add, old + v)
%%helper pl_local_atomic_add_f64
PL_ATOMIC_F64(__local, local_atomic_add, old + v)
%%helper pl_atomic_max_f64
PL_ATOMIC_F64(__global, atomic_max, old > v || old != old ? old : v)
%%helper pl_local_atomic_max_f64
PL_ATOMIC_F64(__local, local_atomic_max, old > v || old != old ? old : v)
%%helper pl_atomic_min_f64
PL_ATOMIC_F64(__global, atomic_min, old < v || old != old ? old : v)
%%helper pl_local_atomic_min_f64
PL_ATOMIC_F64(__local, local_atomic_min, old < v || old != old ? old : v)
%%helper pl_atomic_xchg_f64
PL_ATOMIC_F64(__global, atomic_xchg, v)
%%helper pl_local_atomic_xchg_f64
PL_ATOMIC_F64(__local, local_atomic_xchg, v)
%%helper pl_atomic_cas_f64
static double pl_atomic_cas_f64(volatile __global double *at, double expected, double v)
{
    return as_double(atom_cmpxchg((volatile __global ulong *)at, as_ulong(expected), as_ulong(v)));
}
%%helper pl_local_atomic_cas_f64
static double pl_local_atomic_cas_f64(volatile __local double *at, double expected, double v)
{
    return as_double(atom_cmpxchg((volatile __local ulong *)at, as_ulong(expected), as_ulong(v)));
}

