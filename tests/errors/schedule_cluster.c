// compile-error
// A PL_SCHEDULE with more thread blocks in a cluster than two.

#include <pallas.h>

PL_KERNEL(scale_kernel, PL_REF(float, z, 64))
{
    PL_EACH ((c, 64))
        z[c] *= 2;
}

PL_CALL(scale, scale_kernel, PL_GRID(), PL_INOUT(float, z, (64), PL_WHOLE))
PL_SCHEDULE(scale, PL_CLUSTER(4), PL_PERSISTENT(1))
