// options: --check
// Every iteration writes o[r], so its final value is unspecified.
#include <pallas.h>

PL_KERNEL(rows_kernel, PL_REF(const int, x, 4, 8), PL_REF(int, o, 4))
{
    PL_EACH ((r, 4))
        PL_EACH ((c, 8))
            o[r] = x[r][c];
}

PL_CALL(rows, rows_kernel, PL_GRID(), PL_IN(int, x, (4, 8), PL_WHOLE), PL_OUT(int, o, (4), PL_WHOLE))
