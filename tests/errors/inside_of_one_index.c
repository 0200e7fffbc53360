// compile-error
// PL_INSIDE takes an index for each dim of the ref.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    z[0][0] = PL_INSIDE(x, 1) ? 1 : 0;
}
