// The index map subtracts ints, and the difference overflows. (gcc may swap the operands of a product.)

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(int, unit), PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SCALAR(int, unit),
        PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), ((unit - (int)i) & 3))),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return copy(-2147483647, x, o);
}
