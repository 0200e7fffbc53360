// compile-error
// A view of rank 2 begins at a row, &x[1]; this is the row's first element.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_VIEW(const float, v, x[1], 2, 8);
    z[0][0] = v[0][0];
}
