// compile-error
// PL_DIM of an axis that the ref does not have.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(long, o, 4))
{
    PL_FILL(o, PL_DIM(o, 1));
}
