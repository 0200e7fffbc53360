// compile-error
// An axis of PL_EACH has no step: that is a PL_LOOP.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_FILL(o, 0);
    PL_EACH ((c, 0, 4, 2))
        o[c] = 1;
}
