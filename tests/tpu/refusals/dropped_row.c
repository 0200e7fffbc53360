// run: PALLAS=chip=v6e
// Each program takes one row: PL_NONE counts as a block of 1, which is no multiple of 8.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 128), PL_REF(float, o, 128))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (2, 128), PL_BLOCKSPEC((PL_NONE, 128), (i, 0))),
        PL_OUT(float, o, (2, 128), PL_BLOCKSPEC((PL_NONE, 128), (i, 0))))

int main(void)
{
    static float x[2048], o[2048];
    return copy(x, o);
}
