// options: --target=cuda
// A reduction by several work-items needs a local.

#include <pallas.h>

PL_KERNEL(part_kernel, PL_REF(const float, x, 64), PL_REF(float, z, 64))
{
    float sums[2] = { 0, 0 };
    PL_REDUCE (sums[0], PL_ADD, (c, 64), x[c]);
    PL_EACH ((c, 64))
        z[c] = x[c] / sums[0];
}

PL_CALL(part, part_kernel, PL_GRID(), PL_IN(float, x, (64), PL_WHOLE), PL_OUT(float, z, (64), PL_WHOLE))
