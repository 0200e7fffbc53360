// options: --target=opencl
// A target of one device has no others to push to.
#include <pallas.h>

PL_KERNEL(push_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    pl_copy push = PL_REMOTE_COPY(x, o, send, recv, PL_NEIGHBOR(ring, 1));
    PL_BARRIER(0, PL_NEIGHBOR(ring, -1));
    pl_start(&push);
    pl_wait(&push);
}

PL_CALL(push, push_kernel, PL_SIZES(n), PL_MESH((ring, n)), PL_GRID(),
        PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())
