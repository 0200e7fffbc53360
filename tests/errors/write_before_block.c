// The kernel writes one element before its block.

#include <pallas.h>

PL_KERNEL(shift_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
    PL_EACH ((c, 4))
        o[c - 1] = x[c];
}

PL_CALL(shift, shift_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[8], o[8];
    return shift(x, o);
}
