// compile-error
// A PL_REF without dims.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o))
{
    o[0] = 0;
}
