// run: PALLAS=lint=tpu-v5e
// The windows of this call exceed the chip's fast memory.

#include <pallas.h>

enum { M = 131072 };

PL_KERNEL(copy_kernel, PL_REF(const float, x, M, 128), PL_REF(float, o, M, 128))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (2 * M, 128), PL_BLOCKSPEC((M, 128), (i, 0))),
        PL_OUT(float, o, (2 * M, 128), PL_BLOCKSPEC((M, 128), (i, 0))))

int main(void)
{
    static float x[2 * M * 128], o[2 * M * 128];
    return copy(x, o);
}
