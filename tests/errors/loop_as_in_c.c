// compile-error
// A PL_LOOP takes bounds, not the three parts of a for.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_LOOP (i = 0, i < 4, i++)
        z[i][0] = a;
}
