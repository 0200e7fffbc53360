// compile-error
// PL_FILL takes the name of a block, not its address.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_FILL(&z, 0);
}
