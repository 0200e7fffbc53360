// compile-error
// A PL_REDUCE of a row, not of an element.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, 4), x[c]);
    z[0][0] = sum;
}
