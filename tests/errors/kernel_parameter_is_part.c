// compile-error
// A kernel's parameter is a PL_REF; PL_IN is a part of the call.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_IN(float, x, (4), PL_WHOLE), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}
