// In place, each program reads the previous block, which another program of the parallel axis overwrites.

#include <pallas.h>

PL_KERNEL(shift_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = x[c] + 1;
}

PL_CALL(shift, shift_kernel,
        PL_GRID(PL_PARALLEL(i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), (i > 0 ? i - 1 : 0))),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

int main(void)
{
    static float x[16];
    return shift(x, x);
}
