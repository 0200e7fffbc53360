// options: --check
// C accepts a subscript with a comma where a row has one dim, or is passed on.

#include <pallas.h>

static float first(const float *row) { return row[0]; }

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4, 8), PL_REF(const float, y, 8), PL_REF(float, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = y[0, c] + first(x[c, 0]);
}

PL_CALL(copy, copy_kernel, PL_GRID(), PL_IN(float, x, (4, 8), PL_WHOLE), PL_IN(float, y, (8), PL_WHOLE), PL_OUT(float, z, (8), PL_WHOLE))
