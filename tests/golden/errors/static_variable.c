// A static variable in a kernel.

#include <pallas.h>

PL_KERNEL(static_kernel, PL_REF(int32_t, z, 8))
{
    static int calls;
    extern int outside;
    z[0] = ++calls + outside;
}
