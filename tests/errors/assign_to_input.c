// compile-error
// PL_ASSIGN with exchanged arguments: x is only read.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(x, o);
}
