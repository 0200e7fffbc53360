// compile-error
// A redundant pair of parentheses.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_EACH (((r, 4), (c, 8)))
        z[r][c] = a;
}
