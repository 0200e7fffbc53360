// compile-error
// A PL_TILE has constant dims; PL_SCRATCH takes run-time values.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, o, n))
{
    PL_TILE(float, t, n);
    PL_ASSIGN(t, x);
    PL_ASSIGN(o, t);
}
