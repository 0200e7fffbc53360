// A block over the edge is a copy, one that lies whole in its array is used in place.
#include <pallas.h>

PL_KERNEL(scale_kernel, PL_SCALAR(float, by), PL_REF(const float, x, 4, 8), PL_REF(float, z, 4, 8))
{
    PL_EACH ((r, 4), (c, 8))
        z[r][c] = by * x[r][c];
}

PL_CALL(scale, scale_kernel, PL_SIZES(m, n), PL_SCALAR(float, by),
        PL_GRID((i, PL_CDIV(m, 4)), (j, PL_CDIV(n, 8))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((4, 8), (i, j), PL_EDGE(1))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((4, 8), (i, j))))
