// run: PALLAS=chip=v5e
// The last dim of the blocks is no multiple of 128, nor the array's.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 8, 100), PL_REF(float, o, 8, 100))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((h, 2), (i, 2)),
        PL_IN (float, x, (16, 200), PL_BLOCKSPEC((8, 100), (h, i))),
        PL_OUT(float, o, (16, 200), PL_BLOCKSPEC((8, 100), (h, i))))

int main(void)
{
    static float x[3200], o[3200];
    return copy(x, o);
}
