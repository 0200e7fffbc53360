// compile-error
// A subscript of an array left in HBM.

#include <pallas.h>

PL_KERNEL(one_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 2), PL_REF(float, buf, 16, 128), PL_DMA_SEM(s))
{
    PL_EACH ((r, 16), (c, 128))
        buf[r][c] = x[r][c];
    PL_SYNC_COPY(buf, o, s);
}

PL_CALL(one, one_kernel, PL_GRID(),
        PL_IN(float, x, (16, 128), PL_ANY), PL_OUT(float, o, (16, 128), PL_ANY), PL_SCRATCH(float, (16, 128)), PL_SCRATCH_DMA_SEM())

int main(void)
{
    static float x[16 * 128], o[16 * 128];
    return one(x, o);
}
