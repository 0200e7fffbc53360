// compile-error
// A const tile, which nothing can write.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_TILE(const float, t, 4);
    z[0][0] = t[0];
}
