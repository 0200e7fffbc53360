// all_gather.c -- every device ends with the blocks of all devices: o[d] = x of device d.
//
// A ring of n - 1 steps. In each, a device pushes the block that arrived last to the same place
// on its right neighbor. Each block has its own DMA semaphore: two blocks may be in flight to
// one device, and with one semaphore for both a wait could not tell which has arrived.

#include <pallas.h>
#include "../example.h"

PL_KERNEL(all_gather_kernel,
          PL_SCALAR(long, devices),
          PL_ANY_REF(const float, x, 2),
          PL_ANY_REF(float, o, 3),
          PL_DMA_SEM(send), PL_DMA_SEM(recv, devices))
{
    long n = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    PL_SYNC_COPY(x, PL_AT(o, me));
    PL_BARRIER(0, left, right);
    PL_LOOP (s, 0, n - 1) {
        long mine = (me - s + n) % n, next = (me - s - 1 + n) % n;
        pl_copy push = PL_REMOTE_COPY(PL_AT(o, mine), PL_AT(o, mine), send, recv[mine], right);
        pl_copy coming = PL_REMOTE_COPY(PL_AT(o, next), PL_AT(o, next), send, recv[next], right);
        pl_start(&push);
        pl_wait_send(&push);
        pl_wait_recv(&coming);
    }
}

PL_CALL(all_gather, all_gather_kernel,
        PL_SCALAR(long, devices), PL_SIZES(m, n), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN (float, x, (m, n), PL_ANY),
        PL_OUT(float, o, (devices, m, n), PL_ANY),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(devices))

// int all_gather(long devices, long m, long n, const float *x, float *o);

#ifndef GOLDEN
#ifndef DEVICES                                         // mpirun -n N runs N processes, one per device
#define DEVICES 4
#endif
enum { M = 32, N = 128 };

static float x[DEVICES][M * N], o[DEVICES][DEVICES * M * N], expected[DEVICES][DEVICES * M * N];

static void reference(void)
{
    for (int d = 0; d < DEVICES; d++)
        memcpy(expected[d], x, sizeof x);
}

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return all_gather(pl_num_devices(), M, N, x[d], o[d]) ||
           example_share(d, o[d], expected[d], DEVICES * M * N, 0);
}

int main(void)
{
    example_fill(x[0], sizeof x / sizeof(float));
    reference();

    double start = example_clock();
    if (pl_on_devices(DEVICES, share, NULL))
        return example_failed("all_gather");
    double seconds = example_clock() - start;

    return example_report("all_gather", "o[d] = x of device d, on every device", "32x128 a device", *example_worst(), 0, seconds);
}
#endif
