// compile-error
// The precision of a PL_DOT is PL_TF32 or PL_BF16X1.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    PL_DOT(z, x, PL_T(z), "tf32");
}
