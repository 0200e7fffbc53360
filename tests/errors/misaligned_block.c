// run: PALLAS=lint=tpu-v5e
// A block of 5 x 100 in an array of 20 x 200 does not match the chip's tiles.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 5, 100), PL_REF(float, o, 5, 100))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 4), (j, 2)),
        PL_IN (float, x, (20, 200), PL_BLOCKSPEC((5, 100), (i, j))),
        PL_OUT(float, o, (20, 200), PL_BLOCKSPEC((5, 100), (i, j))))

int main(void)
{
    static float x[4000], o[4000];
    return copy(x, o);
}
