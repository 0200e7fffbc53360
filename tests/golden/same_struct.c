// Two structs of one tag, in two functions: the emitted file has both, and renames the second.

#include <pallas.h>

PL_KERNEL(first, PL_REF(float, z, 4))
{
    struct pair { float a, b; } p = { 1, 2 };
    z[0] = p.a + p.b;
}

PL_KERNEL(second, PL_REF(float, z, 4))
{
    struct pair { int a; } p = { 1 };
    z[0] = (float)p.a;
}
