// A block without elements: its width is 0.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(long, width), PL_REF(const float, x, width), PL_REF(float, o, width))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SCALAR(long, width),
        PL_GRID((i, 1)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((width), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((width), (i))))

int main(void)
{
    static float x[8], o[8];
    return copy(0, x, o);
}
