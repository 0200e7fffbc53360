// compile-error
// PL_FILL of a block that is only read.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_FILL(x, 0);
    PL_ASSIGN(o, x);
}
