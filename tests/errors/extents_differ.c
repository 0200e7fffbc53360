// The call's block is 8 wide, the kernel's ref 4.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 2, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (4, 8), PL_BLOCKSPEC((2, 8), (i, 0))),
        PL_OUT(float, o, (4, 4), PL_BLOCKSPEC((2, 4), (i, 0))))

int main(void)
{
    static float x[32], o[16];
    return copy(x, o);
}
