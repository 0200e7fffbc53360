// A parallel axis after one that is not parallel.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2), PL_PARALLEL(j, 2)),
        PL_IN (float, x, (2, 8), PL_BLOCKSPEC((PL_NONE, 4), (i, j))),
        PL_OUT(float, o, (2, 8), PL_BLOCKSPEC((PL_NONE, 4), (i, j))))

int main(void)
{
    static float x[16], o[16];
    return copy(x, o);
}
