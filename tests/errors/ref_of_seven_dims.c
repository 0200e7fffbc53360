// compile-error
// A ref has at most 6 dims.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 1, 1, 1, 1, 1, 1, 4))
{
    PL_FILL(o, 0);
}
