// compile-error
// An axis of PL_EACH without its extent.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_EACH ((c))
        o[c] = 0;
}
