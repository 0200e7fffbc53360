// options: --emit=facts
// Addresses that targets do not support.

#include <pallas.h>

struct holder { const float *row; };
static const float table[4] = { 1, 2, 3, 4 };
static const float *const tables[1] = { table };

static const float *later(const float *v) { return v + 1; }
static float sum(const float (*rows)[4]) { return rows[0][0]; }
static float twice(float **v) { return **v; }

PL_KERNEL(point_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 4, 4), PL_REF(float, y, n, n), PL_REF(float, z, 4))
{
    float local[4] = { 0 }, *w = z;
    const float *p = n ? x[0] : local;
    const float *q = x[1];
    q = table;
    const float *rows[2] = { x[0], x[1] };
    struct holder holder = { x[0] };
    const int32_t *bits = (const int32_t *)x;
    const float *nowhere;
    z[0] = p[0] + *later(q) + rows[0][0] + holder.row[0] + (float)bits[0] + nowhere[0];
    z[1] = tables[0][1] + sum(x) + y[0][0] + twice(&w);
    z[2] = "text"[1];
}

PL_CALL(point, point_kernel, PL_SCALAR(long, n), PL_GRID(),
        PL_IN (float, x, (4, 4), PL_WHOLE), PL_INOUT(float, y, (n, n), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
