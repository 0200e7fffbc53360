// compile-error
// A PL_SCHEDULE with a number that only the running program knows.

#include <pallas.h>

int threads = 128;

PL_KERNEL(scale_kernel, PL_REF(float, z, 64))
{
    PL_EACH ((c, 64))
        z[c] *= 2;
}

PL_CALL(scale, scale_kernel, PL_GRID(), PL_INOUT(float, z, (64), PL_WHOLE))
PL_SCHEDULE(scale, PL_THREADS(threads))
