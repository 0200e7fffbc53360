// all_gather_matmul.c -- out = [lhs of 0 | lhs of 1 | ...] rhs, where each device has some columns of lhs.
//
// The blocks of lhs move around a ring. In step s a device multiplies the block of device me - s by the rows of rhs that
// belong to it. Meanwhile it pushes the same block to its right neighbor: copies and arithmetic overlap. buf has two
// halves: one is read while the other is written. `capacity` signals to the left neighbor that a half is free again.

#include <pallas.h>
#include "../example.h"

enum { BM = 8, BN = 8, BK = 4 };

PL_KERNEL(add_product, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(all_gather_matmul_kernel,
          PL_SCALAR(long, shard),
          PL_ANY_REF(const float, lhs, 2),              // [m][shard], this device's columns
          PL_ANY_REF(const float, rhs, 2),              // [devices * shard][n]
          PL_ANY_REF(float, out, 2),                    // [m][n]
          PL_ANY_REF(float, buf, 3),                    // [2][m][shard]
          PL_DMA_SEM(send), PL_DMA_SEM(recv), PL_SEM(capacity))
{
    long n = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), right = PL_NEIGHBOR(ring, 1), left = PL_NEIGHBOR(ring, -1);
    PL_SYNC_COPY(lhs, PL_AT(buf, 0));
    PL_BARRIER(0, left, right);
    PL_LOOP (s, 0, n) {
        PL_TRACE("step");
        long now = s % 2, from = (me - s + n) % n;
        pl_copy push = PL_REMOTE_COPY(PL_AT(buf, now), PL_AT(buf, 1 - now), send, recv, right);
        PL_WHEN (s < n - 1) {
            PL_WHEN (s > 0)
                PL_SEM_WAIT(capacity, 1);                   // the neighbor has finished with that half of its buf
            pl_start(&push);
        }
        PL_PIPELINE(add_product,
                    PL_GRID((i, PL_DIM(out, 0) / BM), (j, PL_DIM(out, 1) / BN), (k, shard / BK)),
                    PL_IN   (PL_AT(buf, now), PL_BLOCKSPEC((BM, BK), (i, k))),
                    PL_IN   (PL_AT(rhs, PL_DS(from * shard, shard)), PL_BLOCKSPEC((BK, BN), (k, j))),
                    PL_INOUT(out, PL_BLOCKSPEC((BM, BN), (i, j), PL_INIT(0, s == 0 && k == 0))));
        PL_WHEN (s < n - 1)
            pl_wait(&push);
        PL_WHEN (s < n - 2)
            PL_SIGNAL(capacity, 1, left);
    }
}

PL_CALL(all_gather_matmul, all_gather_matmul_kernel,
        PL_SIZES(devices, m, n), PL_SCALAR(long, shard), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN (float, lhs, (m, shard), PL_ANY),
        PL_IN (float, rhs, (devices * shard, n), PL_ANY),
        PL_OUT(float, out, (m, n), PL_ANY),
        PL_SCRATCH_ANY(float, (2, m, shard)), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_SEM())

// int all_gather_matmul(long devices, long m, long n, long shard, const float *lhs, const float *rhs, float *out);

#ifndef GOLDEN
#ifndef DEVICES                                         // mpirun -n N runs N processes, one per device
#define DEVICES 4
#endif
enum { M = 32, N = 32, SHARD = 16, K = DEVICES * SHARD };

static float lhs[DEVICES][M * SHARD], rhs[DEVICES][K * N], out[DEVICES][M * N], expected[DEVICES][M * N];

// In the order in which the blocks arrive at device d.
static void reference(void)
{
    for (int d = 0; d < DEVICES; d++)
        for (long r = 0; r < M; r++)
            for (long c = 0; c < N; c++)
                for (int s = 0; s < DEVICES; s++) {
                    int from = (d - s + DEVICES) % DEVICES;
                    for (long l = 0; l < SHARD; l++)
                        expected[d][r * N + c] += lhs[from][r * SHARD + l] * rhs[d][(from * SHARD + l) * N + c];
                }
}

// As in nested_matmul.c: K products, all below 1, and K sums, which may be rounded once more or less.
static const double bound = K * (1 + K) * 6e-8;

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return all_gather_matmul(pl_num_devices(), M, N, SHARD, lhs[d], rhs[d], out[d]) ||
           example_share(d, out[d], expected[d], M * N, bound);
}

int main(void)
{
    example_fill(lhs[0], sizeof lhs / sizeof(float));
    example_fill(rhs[0], sizeof rhs / sizeof(float));
    reference();

    double start = example_clock();
    if (pl_on_devices(DEVICES, share, NULL))
        return example_failed("all_gather_matmul");
    double seconds = example_clock() - start;

    return example_report("ag_matmul", "out = [lhs of 0 | lhs of 1 ...] rhs", "32x32x16 a device", *example_worst(), bound, seconds);
}
#endif
