// compile-error
// The value that an atomic adds must be a number.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_ATOMIC_ADD(&z[0][0], "1");
}
