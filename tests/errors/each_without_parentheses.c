// compile-error
// The axes of PL_EACH need their own parentheses.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_EACH (c, 4)
        o[c] = 0;
}
