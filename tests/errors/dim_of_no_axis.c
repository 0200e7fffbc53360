// compile-error
// PL_DIM without an axis.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(long, o, 4))
{
    PL_FILL(o, PL_DIM(o));
}
