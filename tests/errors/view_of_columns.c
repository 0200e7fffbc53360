// compile-error
// A view of columns: its rows are not whole rows of the block, whose type gives the distance between them.

#include <pallas.h>

PL_KERNEL(right_half_kernel, PL_REF(const float, x, 4, 8), PL_REF(float, z, 4, 4))
{
    PL_VIEW(const float, right, &x[0][4], 4, 4);
    PL_ASSIGN(z, right);
}
