// compile-error
// PL_FILL of a C array: only a ref has extents. Declare a PL_TILE.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    float t[4];
    PL_FILL(t, 0);
    o[0] = t[0];
}
