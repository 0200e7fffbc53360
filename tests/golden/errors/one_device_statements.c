// options: --target=cuda
// Without a mesh the statements themselves say so; a scope whose size is known at run time only has no memory there.
#include <pallas.h>

PL_KERNEL(push_kernel, PL_SCALAR(long, m), PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1), PL_DMA_SEM(send), PL_DMA_SEM(recv), PL_SEM(s))
{
    pl_copy push = PL_REMOTE_COPY(x, o, send, recv, m);
    PL_SCOPED(float, room, m);
    PL_FILL(room, 0);
    PL_BARRIER(0, m);
    PL_SIGNAL(s, 1, m);
    PL_SEM_WAIT(PL_BARRIER_SEM(1), PL_SEM_READ(send));
    pl_start(&push);
    pl_wait(&push);
}

PL_CALL(push, push_kernel, PL_SCALAR(long, m), PL_GRID(),
        PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_SEM())
