// The two ends of a copy have different extents.

#include <pallas.h>

PL_KERNEL(one_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 2), PL_REF(float, buf, 16, 128), PL_DMA_SEM(s))
{
    PL_SYNC_COPY(PL_AT(x, PL_DS(0, 8)), buf, s);
    PL_SYNC_COPY(buf, o, s);
}

PL_CALL(one, one_kernel, PL_GRID(),
        PL_IN(float, x, (16, 128), PL_ANY), PL_OUT(float, o, (16, 128), PL_ANY), PL_SCRATCH(float, (16, 128)), PL_SCRATCH_DMA_SEM())

int main(void)
{
    static float x[16 * 128], o[16 * 128];
    return one(x, o);
}
