// A call of a kernel inside a kernel.

#include <pallas.h>

PL_KERNEL(inner, PL_REF(float, z, 4)) { z[0] = 1; }

PL_KERNEL(outer, PL_REF(float, z, 4))
{
    inner(PL_PASS(z));
}
