// options: --check
// The number of dims is checked where a block is declared, also if no call runs the kernel.

#include <pallas.h>

PL_KERNEL(seven, PL_REF(float, x, 2, 2, 2, 2, 2, 2, 2)) { x[0][0][0][0][0][0][0] = 1; }

PL_KERNEL(in_smem, PL_SMEM_REF(const int, x, 2, 2, 2, 2, 2, 2, 2), PL_REF(float, z, 2)) { z[0] = x[0][0][0][0][0][0][0]; }

PL_FUNCTION(void, helper, PL_REF(float, x, 2, 2, 2, 2, 2, 2, 2)) { x[0][0][0][0][0][0][0] = 1; }

PL_KERNEL(none, PL_REF(float, x)) { x[0] = 1; }

PL_KERNEL(inside, PL_REF(float, z, 2))
{
    PL_TILE(float, t, 2, 2, 2, 2, 2, 2, 2);
    PL_SCOPED(float, s, 2, 2, 2, 2, 2, 2, 2);
    z[0] = 1;
}

PL_KERNEL(six, PL_REF(float, x, 2, 2, 2, 2, 2, 2)) { x[0][0][0][0][0][0] = 1; }
