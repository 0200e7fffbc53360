// The caller computes a size that overflows: no memory holds such an array.

#include <pallas.h>

PL_KERNEL(row_kernel, PL_REF(const float, x, 1, 4), PL_REF(float, z, 1))
{
    z[0] = x[0][0];
}

PL_CALL(first, row_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, m)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((1, 4), (i, 0))),
        PL_OUT(float, z, (m), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    float x[8] = { 0 }, z[2];
    return first(2, LONG_MAX / 4, x, z);
}
