// run: PALLAS=lint=cuda-sm90
// Scratch that exceeds the shared memory of a thread block.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 512, 128), PL_REF(float, o, 512, 128), PL_REF(float, s, 512, 128))
{
    PL_ASSIGN(s, x);
    PL_ASSIGN(o, s);
}

PL_CALL(copy, copy_kernel,
        PL_GRID(),
        PL_IN (float, x, (512, 128), PL_WHOLE),
        PL_OUT(float, o, (512, 128), PL_WHOLE),
        PL_SCRATCH(float, (512, 128)))

int main(void)
{
    static float x[65536], o[65536];
    return copy(x, o);
}
