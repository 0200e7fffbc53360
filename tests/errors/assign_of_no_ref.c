// compile-error
// PL_ASSIGN of one row: only a ref has extents. Declare a PL_VIEW of the row.

#include <pallas.h>

PL_KERNEL(first_row_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x[0]);
}
