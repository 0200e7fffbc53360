// The index map reads a table entry that is not a block index of x.

#include <pallas.h>

PL_KERNEL(gather_kernel, PL_SMEM_REF(const int, t, 4), PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(gather, gather_kernel,
        PL_GRID((i, 4)),
        PL_PREFETCH(int, t, (4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), (t[i]))),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return gather((int[]){ 3, 4, 1, 0 }, x, o);
}
