// compile-error
// PL_PASS takes a ref by its name.

#include <pallas.h>

PL_KERNEL(part_kernel,
          PL_SCALAR(float, a),
          PL_REF(const float, x, 4, 8),
          PL_REF(const int, q, 4),
          PL_REF(float, z, 4, 8))
{
    void (*f)(float *, float (*)[8], char (*)[8]) = 0;
    f(PL_PASS(z[0]));
}
