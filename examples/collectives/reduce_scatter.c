// reduce_scatter.c -- o of device d = the sum over all devices e of x[d] of device e.
//
// A ring. The sum for a block starts on the device to the right of its owner, and every device on its way adds its own part.
// Incoming sums alternate between two buffers, so a block may arrive while a device still adds to the previous one.
// The semaphore `capacity` signals to the left neighbor that a buffer is free again. Without it a fast neighbor would overwrite
// an unfinished sum.

#include <pallas.h>
#include "../example.h"

PL_KERNEL(reduce_scatter_kernel,
          PL_SCALAR(long, m), PL_SCALAR(long, n),
          PL_ANY_REF(const float, x, 3),                // [devices][m][n]
          PL_ANY_REF(float, o, 2),
          PL_REF(float, sum, 2, m, n),                  // for incoming blocks
          PL_REF(float, part, m, n),                    // this device's part of one
          PL_DMA_SEM(send), PL_DMA_SEM(recv, 2), PL_SEM(capacity))
{
    long all = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    PL_BARRIER(0, left, right);
    PL_SYNC_COPY(PL_AT(x, (me - 1 + all) % all), PL_AT(sum, 1));
    PL_LOOP (s, 0, all - 1) {                           // push the sum of step s; add to the incoming one
        long here = s % 2, block = (me - s - 2 + 2 * all) % all;
        pl_copy push = PL_REMOTE_COPY(PL_AT(sum, 1 - here), PL_AT(sum, here), send, recv[here], right);
        PL_WHEN (s > 0)
            PL_SEM_WAIT(capacity, 1);
        pl_start(&push);
        PL_SYNC_COPY(PL_AT(x, block), part);
        pl_wait(&push);
        PL_WHEN (s < all - 2)
            PL_SIGNAL(capacity, 1, left);                   // sum[1 - here] has been pushed on
        PL_EACH ((r, m), (c, n))
            sum[here][r][c] += part[r][c];
    }
    PL_SYNC_COPY(PL_AT(sum, all % 2), o);
}

PL_CALL(reduce_scatter, reduce_scatter_kernel,
        PL_SIZES(devices), PL_SCALAR(long, m), PL_SCALAR(long, n), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN (float, x, (devices, m, n), PL_ANY),
        PL_OUT(float, o, (m, n), PL_ANY),
        PL_SCRATCH(float, (2, m, n)), PL_SCRATCH(float, (m, n)),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_SEM())

// int reduce_scatter(long devices, long m, long n, const float *x, float *o);

#ifndef GOLDEN
#ifndef DEVICES                                         // mpirun -n N runs N processes, one per device
#define DEVICES 4
#endif
enum { M = 16, N = 128 };

static float x[DEVICES][DEVICES][M * N], o[DEVICES][M * N], expected[DEVICES][M * N];

static void reference(void)
{
    for (int d = 0; d < DEVICES; d++)
        for (long i = 0; i < M * N; i++)
            for (int e = 1; e <= DEVICES; e++)          // in the ring's order: the owner adds last
                expected[d][i] += x[(d + e) % DEVICES][d][i];
}

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return reduce_scatter(pl_num_devices(), M, N, x[d][0], o[d]) ||
           example_share(d, o[d], expected[d], M * N, 0);
}

int main(void)
{
    example_fill(x[0][0], sizeof x / sizeof(float));
    reference();

    double start = example_clock();
    if (pl_on_devices(DEVICES, share, NULL))
        return example_failed("reduce_scatter");
    double seconds = example_clock() - start;

    return example_report("reduce_scatter", "o of device d = sum of everybody's x[d]", "16x128 a device", *example_worst(), 0, seconds);
}
#endif
