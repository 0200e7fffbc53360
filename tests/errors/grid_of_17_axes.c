// compile-error
// A grid has at most 6 axes; this one has 17.
#include <pallas.h>

PL_KERNEL(zero_kernel, PL_REF(float, z, 4))
{
    PL_FILL(z, 0);
}

PL_CALL(zero, zero_kernel,
        PL_GRID((a, 1), (b, 1), (c, 1), (d, 1), (e, 1), (f, 1), (g, 1), (h, 1), (i, 1),
                (j, 1), (k, 1), (l, 1), (m, 1), (n, 1), (o, 1), (p, 1), (q, 1)),
        PL_OUT(float, z, (4), PL_WHOLE))
