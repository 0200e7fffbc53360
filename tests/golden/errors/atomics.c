// options: --emit=facts
// Atomics on data that no other program accesses.

#include <pallas.h>

PL_KERNEL(counting_kernel, PL_REF(int32_t, z, 4))
{
    int32_t seen = 0, many[2] = { 0 };
    PL_ATOMIC_ADD(&seen, 1);
    PL_ATOMIC_MAX(&many[1], 1);
    PL_ATOMIC_ADD(&z[0], seen);
}

PL_CALL(counting, counting_kernel, PL_GRID((i, 3)), PL_INOUT(int32_t, z, (4), PL_ATOMIC))
