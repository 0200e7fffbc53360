// options: --check
// Subscripts of two dims in one pair of brackets, as other languages write them.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4, 8), PL_REF(float, z, 4, 8))
{
    PL_EACH ((r, 4), (c, 8))
        z[r, c] = x[r, c];
}

PL_CALL(copy, copy_kernel, PL_GRID(), PL_IN(float, x, (4, 8), PL_WHOLE), PL_OUT(float, z, (4, 8), PL_WHOLE))
