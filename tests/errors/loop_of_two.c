// compile-error
// PL_LOOP needs both bounds.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_LOOP (c, 4)
        o[c] = 0;
}
