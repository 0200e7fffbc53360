// A mesh of two devices, but only one makes the call.

#include <pallas.h>

PL_KERNEL(ring_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    PL_BARRIER(0, PL_NEIGHBOR(ring, -1), PL_NEIGHBOR(ring, 1));
    pl_copy push = PL_ASYNC_REMOTE_COPY(x, o, send, recv, PL_NEIGHBOR(ring, 1));
    pl_wait(&push);
}

PL_CALL(shift, ring_kernel,
        PL_SIZES(n), PL_MESH((ring, 2)), PL_GRID(),
        PL_IN(float, x, (n), PL_ANY), PL_OUT(float, o, (n), PL_ANY), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

PL_CALL(other_shift, ring_kernel,
        PL_SIZES(n), PL_MESH((ring, 2)), PL_GRID(),
        PL_IN(float, x, (n), PL_ANY), PL_OUT(float, o, (n), PL_ANY), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static float x[2][8], o[2][8];

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return shift(8, x[d], o[d]);
}

int main(void)
{
    return pl_on_devices(1, share, NULL);
}
