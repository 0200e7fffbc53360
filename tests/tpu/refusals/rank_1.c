// run: PALLAS=chip=v5p
// A block of rank 1 has 384 elements: no multiple of 1024, and no power of two.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 384), PL_REF(float, o, 384))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (768), PL_BLOCKSPEC((384), (i))),
        PL_OUT(float, o, (768), PL_BLOCKSPEC((384), (i))))

int main(void)
{
    static float x[2048], o[2048];
    return copy(x, o);
}
