// A view of rank 2 begins at a row.

#include <pallas.h>

PL_KERNEL(right_half_kernel, PL_REF(const float, x, 4, 8), PL_REF(float, z, 4, 4))
{
    PL_VIEW(const float, right, &x[0][4], 4, 4);
    PL_ASSIGN(z, right);
}
