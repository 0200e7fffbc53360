// Two devices that both wait before they signal.

#include <pallas.h>

PL_KERNEL(exchange_kernel,
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 2), PL_REF(float, buf, 8, 128),
          PL_DMA_SEM(send), PL_DMA_SEM(recv), PL_SEM(s))
{
    long other = 1 - PL_DEVICE_ID();
    PL_SYNC_COPY(x, o);
    PL_SEM_WAIT(s, 1);
    PL_SIGNAL(s, 1, other);
}

PL_CALL(exchange, exchange_kernel,
        PL_SIZES(devices), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN(float, x, (8, 128), PL_ANY), PL_OUT(float, o, (8, 128), PL_ANY), PL_SCRATCH(float, (8, 128)),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_SEM())

static float x[2][8 * 128], o[2][8 * 128];

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return exchange(pl_num_devices(), x[d], o[d]);
}

int main(void)
{
    return pl_on_devices(2, share, NULL);
}
