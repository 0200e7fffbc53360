// compile-error
// PL_STORE into a block that is only read.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_STORE(x[0][0], a, a > 0);
}
