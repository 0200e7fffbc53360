// A PL_FULL dim has one block, with index 0 in every program.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4, 6), PL_REF(float, o, 4, 6))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(rows),
        PL_GRID((i, rows / 4)),
        PL_IN (float, x, (rows, 6), PL_BLOCKSPEC((4, PL_FULL), (i, i))),
        PL_OUT(float, o, (rows, 6), PL_BLOCKSPEC((4, 6), (i, 0))))

int main(void)
{
    static float x[48], o[48];
    return copy(8, x, o);
}
