// compile-error
// PL_INSIDE of an element: it takes a ref and its subscripts.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = PL_INSIDE(x[c]) ? x[c] : 0;
}
