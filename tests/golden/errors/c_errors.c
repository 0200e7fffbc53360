// Errors in C are clang's, at the user's line and column, and nothing else is printed.

#include <pallas.h>

PL_KERNEL(error_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    z[0] = x[0] + missing;
    x[1] = 2;
    int *p = z;
    undeclared(p);
    z[2] = factorial(5)
}

PL_CALL(error, error_kernel, PL_SIZES(n), PL_GRID((i, m)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (x[0]))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (k))))
