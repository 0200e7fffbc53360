// compile-error
// Several axes of a PL_REDUCE need parentheses around all of them, as in PL_EACH.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, o, 1))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (r, 4), (c, 4), x[r][c]);
    o[0] = sum;
}
