// A dim that is there in full has one block, whatever the program.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4, 6), PL_REF(float, o, 4, 6))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8, 6), PL_BLOCKSPEC((4, PL_FULL), (i, i))),
        PL_OUT(float, o, (8, 6), PL_BLOCKSPEC((4, 6), (i, 0))))

int main(void)
{
    static float x[48], o[48];
    return copy(x, o);
}
