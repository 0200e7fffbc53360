// options: --check
// An axis with too many commas.

#include <pallas.h>

PL_KERNEL(copy, PL_REF(const float, x, 8), PL_REF(float, z, 8)) { PL_ASSIGN(z, x); }

PL_CALL(commas, copy, PL_GRID((i, 2,,)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((8), (i))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((8), (i))))
