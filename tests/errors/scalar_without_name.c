// compile-error
// A PL_SCALAR without a name.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_SCALAR(float), PL_REF(float, o, 4))
{
    PL_FILL(o, 0);
}
