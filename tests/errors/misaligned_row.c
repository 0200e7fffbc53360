// run: PALLAS=lint=tpu-v5e
// A block of one dim whose length does not match the chip's tiles.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 100), PL_REF(float, o, 100))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (200), PL_BLOCKSPEC((100), (i))),
        PL_OUT(float, o, (200), PL_BLOCKSPEC((100), (i))))

int main(void)
{
    static float x[200], o[200];
    return copy(x, o);
}
