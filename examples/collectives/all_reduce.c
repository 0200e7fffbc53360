// all_reduce.c -- o of every device = the sum over all devices of x: reduce_scatter, then all_gather, in one kernel.
//
// reduce_scatter.c and all_gather.c explain the two halves. Nothing is needed between them: a device that has its own block
// pushes it on, to a place in o that no other device writes and that the neighbor does not access before the block arrives.

#include <pallas.h>
#include "../example.h"

PL_KERNEL(all_reduce_kernel,
          PL_SCALAR(long, devices), PL_SCALAR(long, m), PL_SCALAR(long, n),
          PL_ANY_REF(const float, x, 3),                // [devices][m][n]
          PL_ANY_REF(float, o, 3),                      // [devices][m][n]
          PL_REF(float, sum, 2, m, n),
          PL_REF(float, part, m, n),
          PL_DMA_SEM(send), PL_DMA_SEM(recv, 2), PL_SEM(capacity), PL_DMA_SEM(came, devices))
{
    long all = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    PL_BARRIER(0, left, right);
    PL_SYNC_COPY(PL_AT(x, (me - 1 + all) % all), PL_AT(sum, 1));
    PL_LOOP (s, 0, all - 1) {
        long here = s % 2, block = (me - s - 2 + 2 * all) % all;
        pl_copy push = PL_REMOTE_COPY(PL_AT(sum, 1 - here), PL_AT(sum, here), send, recv[here], right);
        PL_WHEN (s > 0)
            PL_SEM_WAIT(capacity, 1);
        pl_start(&push);
        PL_SYNC_COPY(PL_AT(x, block), part);
        pl_wait(&push);
        PL_WHEN (s < all - 2)
            PL_SIGNAL(capacity, 1, left);
        PL_EACH ((r, m), (c, n))
            sum[here][r][c] += part[r][c];
    }
    PL_SYNC_COPY(PL_AT(sum, all % 2), PL_AT(o, me));

    PL_LOOP (s, 0, all - 1) {
        long mine = (me - s + all) % all, next = (me - s - 1 + all) % all;
        pl_copy push = PL_REMOTE_COPY(PL_AT(o, mine), PL_AT(o, mine), send, came[mine], right);
        pl_copy coming = PL_REMOTE_COPY(PL_AT(o, next), PL_AT(o, next), send, came[next], right);
        pl_start(&push);
        pl_wait_send(&push);
        pl_wait_recv(&coming);
    }
}

PL_CALL(all_reduce, all_reduce_kernel,
        PL_SCALAR(long, devices), PL_SCALAR(long, m), PL_SCALAR(long, n), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN (float, x, (devices, m, n), PL_ANY),
        PL_OUT(float, o, (devices, m, n), PL_ANY),
        PL_SCRATCH(float, (2, m, n)), PL_SCRATCH(float, (m, n)),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_SEM(), PL_SCRATCH_DMA_SEM(devices))

// int all_reduce(long devices, long m, long n, const float *x, float *o);

#ifndef GOLDEN
#ifndef DEVICES                                         // mpirun -n N runs N processes, one per device
#define DEVICES 4
#endif
enum { M = 16, N = 128 };

static float x[DEVICES][DEVICES][M * N], o[DEVICES][DEVICES][M * N], expected[DEVICES][M * N];

static void reference(void)
{
    for (int d = 0; d < DEVICES; d++)
        for (long i = 0; i < M * N; i++)
            for (int e = 1; e <= DEVICES; e++)          // in the ring's order
                expected[d][i] += x[(d + e) % DEVICES][d][i];
}

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return all_reduce(pl_num_devices(), M, N, x[d][0], o[d][0]) ||
           example_share(d, o[d][0], expected[0], DEVICES * M * N, 0);
}

int main(void)
{
    example_fill(x[0][0], sizeof x / sizeof(float));
    reference();

    double start = example_clock();
    if (pl_on_devices(DEVICES, share, NULL))
        return example_failed("all_reduce");
    double seconds = example_clock() - start;

    return example_report("all_reduce", "o = sum of everybody's x, on every device", "16x128 a device", *example_worst(), 0, seconds);
}
#endif
