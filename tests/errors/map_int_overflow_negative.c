// build: SAN=none
// The index map multiplies ints: in program 2 the product overflows, and the index is negative.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(int, unit), PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SCALAR(int, unit),
        PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), ((int)i * unit / (1 << 30)))),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return copy(1 << 30, x, o);
}
