// compile-error
// Pass a block to a PL_FUNCTION with PL_PASS.

#include <pallas.h>

PL_FUNCTION(void, zero, PL_REF(float, z, 4))
{
    PL_FILL(z, 0);
}

PL_KERNEL(zero_kernel, PL_REF(float, o, 4))
{
    zero(o);
}
