// A push to the scratch of a device that may not have begun the call: the call's start fills it.
#include <pallas.h>

enum { N = 8 };

PL_KERNEL(turn_kernel,
          PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, z, 1), PL_ANY_REF(float, slot, 2),
          PL_DMA_SEM(local), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    PL_SYNC_COPY(x, PL_AT(slot, 0), local);
    pl_copy push = PL_ASYNC_REMOTE_COPY(PL_AT(slot, 0), PL_AT(slot, 1), send, recv, PL_NEIGHBOR(ring, 1));
    pl_wait_send(&push);
    pl_wait_recv(&push);
    PL_SYNC_COPY(PL_AT(slot, 1), z, local);
}

PL_CALL(turn, turn_kernel,
        PL_SIZES(devices), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN(float, x, (N), PL_ANY), PL_OUT(float, z, (N), PL_ANY),
        PL_SCRATCH_ANY(float, (2, N)), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static float x[4][N], z[4][N];

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return turn(pl_num_devices(), x[d], z[d]);
}

int main(void)
{
    return pl_on_devices(4, share, NULL);
}
