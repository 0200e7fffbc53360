// The index of a PL_NONE dim counts elements, and there are 3.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(rows),
        PL_GRID((i, rows)),
        PL_IN (float, x, (3, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))),
        PL_OUT(float, o, (rows, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

int main(void)
{
    static float x[12], o[16];
    return copy(4, x, o);
}
