// compile-error
// PL_FILL without a value.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_FILL(o);
}
