// Jumps.

#include <pallas.h>

PL_KERNEL(goto_kernel, PL_REF(int32_t, z, 8))
{
    int i = 0;
again:
    z[i] = i;
    if (++i < 8)
        goto again;
}
