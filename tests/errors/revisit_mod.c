// The output's blocks are revisited: program 2 gets the block that program 0 has left.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i % 2))))

int main(void)
{
    static float x[16], o[8];
    return copy(x, o);
}
