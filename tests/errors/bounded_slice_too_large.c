// A slice of 5 in a block that is bounded by 4.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (10), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(5 * i, 5)))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[10], o[8];
    return copy(x, o);
}
