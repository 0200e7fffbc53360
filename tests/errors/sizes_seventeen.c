// compile-error
// PL_SIZES takes 16 names.
#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q),
        PL_GRID((s, a)),
        PL_IN (float, x, (4 * q), PL_BLOCKSPEC((4), (s))),
        PL_OUT(float, z, (4 * q), PL_BLOCKSPEC((4), (s))))
