// right_permute.c -- every device passes its block to the next one on a ring. Read this example of the collectives first.
//
//     make run SRC=examples/collectives/right_permute.c
//
// Interpret mode runs the devices in one process, one at a time; they change at waits. PALLAS=devices=reverse,copies=late
// runs the same program in another order, and the results must not change.

#include <pallas.h>
#include "../example.h"

PL_KERNEL(right_permute_kernel,
          PL_ANY_REF(const float, x, 2),                // left in HBM: only copied, never subscripted
          PL_ANY_REF(float, o, 2),
          PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    long left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    PL_BARRIER(0, left, right);                         // a push must not arrive before its target has begun
    pl_copy push = PL_REMOTE_COPY(x, o, send, recv, right);
    pl_start(&push);
    pl_wait_send(&push);                                // my x has been read
    pl_wait_recv(&push);                                // my o has been written, by the left neighbor
}

PL_CALL(right_permute, right_permute_kernel,
        PL_SIZES(devices, m, n), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN (float, x, (m, n), PL_ANY),
        PL_OUT(float, o, (m, n), PL_ANY),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

// int right_permute(long devices, long m, long n, const float *x, float *o);

#ifndef GOLDEN                                          // tests/conformance/collectives/ has a main() of its own
#ifndef DEVICES                                         // mpirun -n N runs N processes, one per device
#define DEVICES 4
#endif
enum { M = 64, N = 128 };

static float x[DEVICES][M * N], o[DEVICES][M * N], expected[DEVICES][M * N];

static void reference(void)
{
    for (int d = 0; d < DEVICES; d++)
        for (long i = 0; i < M * N; i++)
            expected[(d + 1) % DEVICES][i] = x[d][i];
}

// The program of each device: it finds its own share of all arrays by its id.
static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return right_permute(pl_num_devices(), M, N, x[d], o[d]) ||
           example_share(d, o[d], expected[d], M * N, 0);
}

int main(void)
{
    example_fill(x[0], sizeof x / sizeof(float));
    reference();

    double start = example_clock();
    if (pl_on_devices(DEVICES, share, NULL))
        return example_failed("right_permute");
    double seconds = example_clock() - start;

    return example_report("right_permute", "o of device d + 1 = x of device d", "64x128 a device", *example_worst(), 0, seconds);
}
#endif
