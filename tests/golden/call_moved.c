// A window whose index a table gives stays while that does: it is written back when the index changes.
#include <pallas.h>

PL_KERNEL(segment_kernel, PL_SCALAR(long, n), PL_SMEM_REF(const int32_t, row, n), PL_REF(const float, x, 8),
          PL_REF(float, z, 8))
{
    long step = PL_AXIS(s);
    PL_WHEN (step == 0 || row[step] != row[step - 1])
        PL_FILL(z, 0);
    PL_EACH ((c, 8))
        z[c] += x[c];
}

PL_CALL(segment_sum, segment_kernel, PL_SIZES(rows, width), PL_SCALAR(long, n), PL_GRID((s, n)),
        PL_PREFETCH(int32_t, row, (n)),
        PL_IN (float, x, (n, width), PL_BLOCKSPEC((PL_NONE, 8), (s, 0))),
        PL_OUT(float, z, (rows, width), PL_BLOCKSPEC((PL_NONE, 8), (row[s], 0))))
