// The last slice has 4 rows, but only 2 are left.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((r, PL_SIZE(x, 0)))
        o[r] = x[r];
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 3)),
        PL_IN (float, x, (10), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(4 * i, 4)))),
        PL_OUT(float, o, (10), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[10], o[10];
    return copy(x, o);
}
