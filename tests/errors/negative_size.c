// An array's size is negative.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, 1)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[4], o[4];
    return copy(-4, x, o);
}
