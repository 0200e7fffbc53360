// compile-error
// PL_REDUCE without its expression.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, 4));
    o[0] = sum + x[0];
}
