// compile-error
// A kernel parameter as in C, without PL_SCALAR.

#include <pallas.h>

PL_KERNEL(fill_kernel, float value, PL_REF(float, o, 4))
{
    PL_FILL(o, value);
}

PL_CALL(fill, fill_kernel,
        PL_SCALAR(float, value),
        PL_GRID(),
        PL_OUT(float, o, (4), PL_WHOLE))
