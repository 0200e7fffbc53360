// options: --check
// A choice that is made twice, and one for a call that the file does not have.

#include <pallas.h>

PL_KERNEL(scale_kernel, PL_REF(float, z, 64))
{
    PL_EACH ((c, 64))
        z[c] *= 2;
}

PL_CALL(scale, scale_kernel, PL_GRID(), PL_INOUT(float, z, (64), PL_WHOLE))
PL_SCHEDULE(scale, PL_STAGES(2), PL_THREADS(128))
PL_SCHEDULE(scale, PL_THREADS(64))
PL_SCHEDULE(scaled, PL_THREADS(64))
