// compile-error
// An output with two PL_ALIAS: it can share the array of only one input.

#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(const float, x, 4), PL_REF(const float, y, 4), PL_REF(float, z, 4))
{
    PL_EACH ((i, 4))
        z[i] = x[i] + y[i];
}

PL_CALL(add, add_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_IN (float, y, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i), PL_ALIAS(x), PL_ALIAS(y))))
