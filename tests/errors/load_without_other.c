// compile-error
// PL_LOAD without the value for masked elements.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = PL_LOAD(x[c], c < 3);
}
