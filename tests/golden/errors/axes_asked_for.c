// options: --check
// Axes that a kernel uses but the grid of its call does not have; parallel axes after others.

#include <pallas.h>

PL_FUNCTION(void, fill_by_id, PL_REF(float, z, 4)) { PL_FILL(z, (float)PL_PROGRAM_ID(2)); }

PL_KERNEL(ids, PL_REF(float, z, 4))
{
    fill_by_id(PL_PASS(z));
    z[0] = (float)(PL_AXIS(row) + PL_AXIS(i) + PL_NUM_PROGRAMS(1));
    PL_WHEN (PL_FIRST(3))
        z[1] = 0;
}

PL_CALL(two_axes, ids, PL_GRID((i, 2), (j, 2)), PL_OUT(float, z, (16), PL_BLOCKSPEC((4), (2 * i + j))))

PL_KERNEL(fill, PL_REF(float, z, 4)) { PL_FILL(z, 0); }

PL_CALL(behind, fill, PL_GRID((i, 2), PL_PARALLEL(j, 2)), PL_OUT(float, z, (16), PL_BLOCKSPEC((4), (2 * i + j))))

// Of a batch a kernel knows nothing: its axes are counted from PL_GRID's first.
PL_CALL(batch, fill, PL_BATCH(b, 3, z), PL_GRID(PL_PARALLEL(i, 2)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))
PL_CALL(batch_ids, ids, PL_BATCH(b, 3, z), PL_GRID((i, 2)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))
