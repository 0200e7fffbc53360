// An axis of the grid has a negative extent.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n - 2)),
        PL_IN (float, x, (4), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (4), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[4], o[4];
    return copy(1, x, o);
}
