// compile-error
// The axes of a PL_REDUCE without parentheses round them all, as PL_EACH has them.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, o, 1))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (r, 4), (c, 4), x[r][c]);
    o[0] = sum;
}
