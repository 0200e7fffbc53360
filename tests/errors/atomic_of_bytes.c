// compile-error
// Atomics do not support bytes.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(uint8_t, o, 4))
{
    PL_ATOMIC_ADD(&o[0], 1);
}
