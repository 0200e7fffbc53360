// options: --check
// Parts of a call that are not what the kernel's parameters are.
#include <pallas.h>

PL_KERNEL(parts_kernel, PL_ANY_REF(const float, x, 1), PL_REF(float, o, 4), PL_SEM(s), PL_DMA_SEM(t, 2))
{
    PL_SYNC_COPY(x, o);
}

PL_CALL(blocks, parts_kernel, PL_GRID(),
        PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, o, (4), PL_ANY), PL_SCRATCH_SEM(2), PL_SCRATCH_SEM(2))
