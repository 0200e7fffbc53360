// options: --check
// A size or a scalar of the call has the name of an array.

#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(const float, x, 4), PL_REF(const float, y, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + y[c];
}

PL_CALL(size_and_array, add_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN(float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_IN(float, n, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(scale_kernel, PL_SCALAR(float, by), PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = by * x[c];
}

PL_CALL(scalar_and_array, scale_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))), PL_SCALAR(float, by),
        PL_IN(float, by, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
