// compile-error
// PL_ATOMIC_AND takes integers.

#include <pallas.h>

PL_KERNEL(mask_kernel, PL_REF(float, o, 4))
{
    PL_ATOMIC_AND(&o[0], 1);
}
