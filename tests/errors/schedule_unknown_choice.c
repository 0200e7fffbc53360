// compile-error
// A PL_SCHEDULE with a choice that does not exist.

#include <pallas.h>

PL_KERNEL(scale_kernel, PL_REF(float, z, 64))
{
    PL_EACH ((c, 64))
        z[c] *= 2;
}

PL_CALL(scale, scale_kernel, PL_GRID(), PL_INOUT(float, z, (64), PL_WHOLE))
PL_SCHEDULE(scale, PL_STAGES(2), PL_BUFFERED(4))
