// The index map uses the previous block, and the first program has none.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), (i - 1))),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return copy(x, o);
}
