// A push to a block of a scope that the other device is not in: it is in another one, of the same size.
#include <pallas.h>

PL_KERNEL(exchange_kernel, PL_REF(float, o, 8), PL_DMA_SEM(sent), PL_DMA_SEM(came))
{
    long me = PL_DEVICE_ID();
    PL_FILL(o, 1);
    PL_WHEN (me == 0) {
        PL_SCOPED(float, t, 8);
        PL_BARRIER(0, 1);
        PL_FILL(t, 2);
        pl_copy push = PL_ASYNC_REMOTE_COPY(o, t, sent, came, 1);
        pl_wait_send(&push);
        PL_BARRIER(1, 1);
    }
    PL_WHEN (me == 1) {
        PL_SCOPED(float, u, 8);
        PL_BARRIER(0, 0);
        PL_FILL(u, 3);
        PL_BARRIER(1, 0);
    }
}

PL_CALL(exchange, exchange_kernel, PL_MESH((d, 2)), PL_GRID(), PL_OUT(float, o, (8), PL_WHOLE), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static float o[2][8];
static int share(void *unused)
{
    (void)unused;
    return exchange(o[pl_device_id()]);
}

int main(void)
{
    return pl_on_devices(2, share, NULL);
}
