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

// Elements outside are skipped: no check where the block is whole, and one at the edge.
PL_KERNEL(count_kernel, PL_REF(const uint8_t, x, 8), PL_REF(int32_t, count, 256))
{
    PL_EACH ((e, 8))
        if (PL_INSIDE(x, e)) {
            int32_t bin = x[e];
            PL_ATOMIC_ADD(&count[bin], 1);
        }
}

PL_CALL(counted, count_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, 8))),
        PL_IN   (uint8_t, x,     (n),   PL_BLOCKSPEC((8), (i))),
        PL_INOUT(int32_t, count, (256), PL_ATOMIC))
