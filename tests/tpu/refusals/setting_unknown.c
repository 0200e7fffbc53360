// run: PALLAS=chpi=v5e
// A setting that PALLAS does not have.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 8, 128), PL_REF(float, o, 8, 128))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (16, 128), PL_BLOCKSPEC((8, 128), (i, 0))),
        PL_OUT(float, o, (16, 128), PL_BLOCKSPEC((8, 128), (i, 0))))

int main(void)
{
    static float x[2048], o[2048];
    return copy(x, o);
}
