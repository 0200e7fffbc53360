// A device waits until its push has been sent, and tells the receiver, which reads: that the source has been read does not
// mean that the data has arrived.
#include <pallas.h>

PL_KERNEL(give_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1), PL_ANY_REF(float, buf, 1), PL_DMA_SEM(sent),
          PL_DMA_SEM(came), PL_DMA_SEM(s), PL_SEM(told))
{
    long me = PL_DEVICE_ID();
    pl_copy push = PL_REMOTE_COPY(x, buf, sent, came, 1);
    PL_BARRIER(0, 1 - me);
    PL_WHEN (me == 0) {
        pl_start(&push);
        pl_wait_send(&push);
        PL_SIGNAL(told, 1, 1);
        PL_SYNC_COPY(x, o, s);
    }
    PL_WHEN (me == 1) {
        PL_SEM_WAIT(told, 1);
        PL_SYNC_COPY(buf, o, s);
        pl_wait_recv(&push);
    }
}

PL_CALL(give, give_kernel,
        PL_MESH((d, 2)), PL_GRID(), PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY), PL_SCRATCH_ANY(float, (8)),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_SEM())

static float x[2][8], o[2][8];
static int share(void *unused)
{
    (void)unused;
    return give(x[pl_device_id()], o[pl_device_id()]);
}

int main(void)
{
    return pl_on_devices(2, share, NULL);
}
