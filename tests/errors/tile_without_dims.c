// compile-error
// A PL_TILE without dims.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_TILE(float, t);
    t[0] = x[0];
    o[0] = t[0];
}
