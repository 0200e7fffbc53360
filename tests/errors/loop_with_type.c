// compile-error
// The variable of a loop is declared without a type.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_LOOP (int i, 0, 4)
        z[i][0] = a;
}
