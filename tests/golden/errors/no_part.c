// An argument that is not a part, and a call without a grid.

#include <pallas.h>

PL_KERNEL(copy, PL_REF(const float, x, 4), PL_REF(float, z, 4)) { PL_ASSIGN(z, x); }

PL_CALL(no_grid, copy, PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
PL_CALL(no_part, copy, PL_GRID(), 7, PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
