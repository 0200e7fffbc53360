// compile-error
// PL_ASSIGN of one row: only a ref knows its extents. PL_VIEW makes one of a row.

#include <pallas.h>

PL_KERNEL(first_row_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x[0]);
}
