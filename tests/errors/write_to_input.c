// compile-error
// The kernel writes to a block that is only read.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        x[c] = o[c];
}
