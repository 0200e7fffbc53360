// Arrays and tiles of the body whose extents are not constant.

#include <pallas.h>

PL_KERNEL(extents_kernel, PL_SCALAR(long, n), PL_REF(float, x, n, 4))
{
    float row[n];
    PL_TILE(float, t, 4, n);
    row[0] = t[0][0] = (float)sizeof *x_ref;
    x[0][0] = row[0];
}
