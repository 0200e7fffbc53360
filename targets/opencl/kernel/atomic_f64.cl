%%helper PL_ATOMIC_F64
// Atomics of doubles: try until nobody came between. Of two, a NaN wins.
#define PL_ATOMIC_F64(op, made)                                                                             \
    static double pl_atomic_##op##_f64(volatile __global double *at, double v)                              \
    {                                                                                                       \
        volatile __global ulong *bits = (volatile __global ulong *)at;                                      \
        ulong now = atom_add(bits, 0), then;                                                                \
        do {                                                                                                \
            const double old = as_double(then = now);                                                       \
            now = atom_cmpxchg(bits, then, as_ulong(made));                                                 \
        } while (now != then);                                                                              \
        return as_double(now);                                                                              \
    }
%%helper pl_atomic_add_f64
PL_ATOMIC_F64(add, old + v)
%%helper pl_atomic_max_f64
PL_ATOMIC_F64(max, old > v || old != old ? old : v)
%%helper pl_atomic_min_f64
PL_ATOMIC_F64(min, old < v || old != old ? old : v)
%%helper pl_atomic_xchg_f64
PL_ATOMIC_F64(xchg, v)
%%helper pl_atomic_cas_f64
static double pl_atomic_cas_f64(volatile __global double *at, double expected, double v)
{
    return as_double(atom_cmpxchg((volatile __global ulong *)at, as_ulong(expected), as_ulong(v)));
}

