// An all-gather with one semaphore for all blocks: a wait cannot tell which block has arrived.

#include <pallas.h>

enum { DEVICES = 4, M = 2, N = 4 };

PL_KERNEL(all_gather_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 3), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    long n = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    PL_SYNC_COPY(x, PL_AT(o, me));
    PL_BARRIER(0, left, right);
    PL_LOOP (s, 0, n - 1) {
        long mine = (me - s + n) % n;
        pl_copy push = PL_REMOTE_COPY(PL_AT(o, mine), PL_AT(o, mine), send, recv, right);
        pl_start(&push);
        pl_wait(&push);
    }
}

PL_CALL(all_gather, all_gather_kernel, PL_MESH((ring, DEVICES)), PL_GRID(),
        PL_IN(float, x, (M, N), PL_ANY), PL_OUT(float, o, (DEVICES, M, N), PL_ANY),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static float x[DEVICES][M * N], o[DEVICES][DEVICES * M * N];

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return all_gather(x[d], o[d]);
}

int main(void)
{
    return pl_on_devices(DEVICES, share, NULL);
}
