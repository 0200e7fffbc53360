// compile-error
// A PL_VIEW with another type than its block.

#include <pallas.h>

PL_KERNEL(first_row_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 4))
{
    PL_VIEW(const int, v, x[0], 4);
    PL_ASSIGN(o, v);
}
