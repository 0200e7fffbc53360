// Block operations on operands that are not blocks.

#include <pallas.h>

PL_KERNEL(block_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, z, 4, 4))
{
    float local[4][4];
    PL_FILL(local, 0);
    PL_DOT(z, x[0], PL_T(x));
    PL_ASSIGN(z, local);
    z[0][0] = PL_INSIDE(local, 0, 0) ? 1 : 2;
    PL_DOT(z, x, x, 3);
    PL_DOT(z, x);
}
