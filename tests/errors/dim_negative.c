// compile-error
// PL_DIM counts axes from 0, not from the end.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    z[0][0] = (float)PL_DIM(x, -1);
}
