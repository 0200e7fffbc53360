// Rows whose length is known only at run time; a view of something that is not a block.
// options: --check

#include <pallas.h>

static float first(const float *rows) { return rows[0]; }

PL_KERNEL(rows_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n, n), PL_REF(float, z, 4))
{
    float local[4] = { 0 };
    PL_VIEW(const float, part, local, 2);
    z[0] = first(x[1]) + part[0];
    z[1] = first((x + 1)[0]);
}

PL_CALL(rows, rows_kernel, PL_SCALAR(long, n), PL_GRID(), PL_IN(float, x, (n, n), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
