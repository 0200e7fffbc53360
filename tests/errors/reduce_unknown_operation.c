// compile-error
// PL_REDUCE with an operator in the place of a function.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1))
{
    float sum = 0;
    PL_REDUCE (sum, PL_PLUS, (c, 4), x[c]);
    o[0] = sum;
}
