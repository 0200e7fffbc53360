// compile-error
// A ref's dims come after its name.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x[4], 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}
