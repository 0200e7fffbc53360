// Conditions of vectors that PL_MULTIPLE_OF promises are not checked, and no addresses on a target that aligns none.
// options: --target=opencl
#include <pallas.h>

enum { ROWS = 8, COLUMNS = 128 };

PL_KERNEL(double_kernel, PL_REF(const float, x, ROWS, COLUMNS), PL_REF(float, z, ROWS, COLUMNS))
{
    PL_EACH ((r, ROWS), (c, COLUMNS))
        z[r][c] = 2 * x[r][c];
}

#define DOUBLES(name, columns)                                                                                  \
    PL_CALL(name, double_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, ROWS)), (j, PL_CDIV(n, COLUMNS))),      \
            PL_IN (float, x, (m, columns), PL_BLOCKSPEC((ROWS, COLUMNS), (i, j))),                              \
            PL_OUT(float, z, (m, columns), PL_BLOCKSPEC((ROWS, COLUMNS), (i, j))))

DOUBLES(promised, PL_MULTIPLE_OF(n, 4))
DOUBLES(checked, n)
