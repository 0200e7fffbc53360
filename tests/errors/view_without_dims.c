// compile-error
// A PL_VIEW without its extents.

#include <pallas.h>

PL_KERNEL(first_row_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 4))
{
    PL_VIEW(const float, v, x[0]);
    PL_ASSIGN(o, v);
}
