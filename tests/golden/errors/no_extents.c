// Blocks without extents.

#include <pallas.h>

PL_KERNEL(fill, PL_SMEM_REF(const int32_t, t), PL_REF(const float, x, 4, 4), PL_REF(float, z))
{
    PL_VIEW(const float, row, x[0]);
    z[0] = row[0] + (float)t[0];
}

PL_CALL(fills, fill, PL_GRID(), PL_PREFETCH(int32_t, t, (1)), PL_IN(float, x, (4, 4), PL_WHOLE),
        PL_OUT(float, z, (1), PL_WHOLE))
