// compile-error
// A PL_INOUT without its spec.

#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(float, x, 4))
{
    PL_EACH ((c, 4))
        x[c] = 2 * x[c];
}

PL_CALL(twice, twice_kernel,
        PL_GRID((i, 2)),
        PL_INOUT(float, x, (8)))
