// all_gather_matmul_both.c -- all_gather_matmul.c with blocks that move in both directions at once, in half as many steps.
//
// In step s a device multiplies the block of device me + s, which came from the right, and the block of device me - s - 1, which
// came from the left, and passes both on meanwhile. It is one pipeline over all steps: step and direction are its first two
// axes, so the first blocks of a step can be fetched while the step before is still multiplied. PL_BEFORE_FETCH has the waits
// that a fetch needs; the kernel has the code that begins and ends a step.
//
// The first program of a step forwards both blocks, so both have arrived before: the fetch of the first block of a step waits for
// them. A prologue with semaphores of its own fetches the block of the left neighbor first, and each half of buf has its own
// semaphore for arrivals: with one for both halves, the block of the next step, which may overtake this step's, would satisfy the
// wait for it.

#include <pallas.h>
#include "../example.h"

enum { BM = 8, BN = 8, BK = 4 };

// One block of the product. The first program of a step passes the blocks on; the last one waits for those that arrive.
PL_KERNEL(step_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, y, BK, BN),
          PL_REF(float, z, BM, BN),
          PL_ANY_REF(float, buf, 4),
          PL_DMA_SEM(send, 2), PL_DMA_SEM(recv, 4), PL_SEM(capacity, 2),
          PL_SCALAR(long, left), PL_SCALAR(long, right))
{
    long s = PL_AXIS(s), now = s % 2, next = 1 - now, steps = PL_NUM_PROGRAMS(0);
    bool first = PL_FIRST(1) && PL_FIRST(2) && PL_FIRST(3) && PL_FIRST(4);
    bool last = PL_LAST(1) && PL_LAST(2) && PL_LAST(3) && PL_LAST(4);
    pl_copy to_left = PL_REMOTE_COPY(PL_AT(buf, 0, now), PL_AT(buf, 0, next), send[0], recv[next], left);
    pl_copy to_right = PL_REMOTE_COPY(PL_AT(buf, 1, now), PL_AT(buf, 1, next), send[1], recv[2 + next], right);
    PL_WHEN (first && s < steps - 1) {
        PL_WHEN (s > 0) {
            PL_SEM_WAIT(capacity[0], 1);
            PL_SEM_WAIT(capacity[1], 1);
        }
        pl_start(&to_left);
        pl_start(&to_right);
    }
    PL_DOT(z, x, y);
    PL_WHEN (last && s < steps - 1) {
        pl_wait_send(&to_left);
        pl_wait_send(&to_right);
        PL_WHEN (s < steps - 2) {                       // both neighbors may write into the finished halves
            PL_SIGNAL(capacity[0], 1, right);
            PL_SIGNAL(capacity[1], 1, left);
        }
    }
}

PL_KERNEL(both_ways_kernel,
          PL_SCALAR(long, shard),
          PL_ANY_REF(const float, lhs, 2),              // [m][shard], this device's columns
          PL_ANY_REF(const float, rhs, 2),              // [devices * shard][n]
          PL_ANY_REF(float, out, 2),                    // [m][n]
          PL_ANY_REF(float, buf, 4),                    // [to the left, to the right][2][m][shard]
          PL_DMA_SEM(send, 2), PL_DMA_SEM(recv, 4), PL_SEM(capacity, 2), PL_DMA_SEM(prologue, 2))
{
    long n = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), right = PL_NEIGHBOR(ring, 1), left = PL_NEIGHBOR(ring, -1);
    long steps = n / 2;
    pl_copy before = PL_REMOTE_COPY(lhs, PL_AT(buf, 1, 0), prologue[0], prologue[1], right);
    PL_BARRIER(0, left, right);
    pl_start(&before);
    PL_SYNC_COPY(lhs, PL_AT(buf, 0, 0));
    pl_wait(&before);

    PL_PIPELINE(step_kernel,
                PL_GRID((s, steps), (way, 2), (i, PL_DIM(out, 0) / BM), (j, PL_DIM(out, 1) / BN), (k, shard / BK)),
                PL_IN   (buf, PL_BLOCKSPEC((PL_NONE, PL_NONE, BM, BK), (way, s % 2, i, k), PL_BEFORE_FETCH(
                    PL_WHEN (s > 0 && way == 0 && i == 0 && j == 0 && k == 0) {     // the blocks of this step have arrived
                        pl_copy from_right = PL_REMOTE_COPY(PL_AT(buf, 0, s % 2), PL_AT(buf, 0, s % 2), send[0], recv[s % 2], me);
                        pl_copy from_left = PL_REMOTE_COPY(PL_AT(buf, 1, s % 2), PL_AT(buf, 1, s % 2), send[1], recv[2 + s % 2], me);
                        pl_wait_recv(&from_right);
                        pl_wait_recv(&from_left);
                    }))),
                PL_IN   (rhs, PL_BLOCKSPEC((BK, BN), ((way ? me - s - 1 + n : me + s) % n * (shard / BK) + k, j))),
                PL_INOUT(out, PL_BLOCKSPEC((BM, BN), (i, j), PL_INIT(0, s == 0 && way == 0))),
                PL_PASS(buf), send, recv, capacity, left, right);
}

PL_CALL(both_ways, both_ways_kernel,
        PL_SIZES(devices, m, n), PL_SCALAR(long, shard), PL_MESH((ring, devices)), PL_GRID(),
        PL_IN (float, lhs, (m, shard), PL_ANY),
        PL_IN (float, rhs, (devices * shard, n), PL_ANY),
        PL_OUT(float, out, (m, n), PL_ANY),
        PL_SCRATCH_ANY(float, (2, 2, m, shard)),
        PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_DMA_SEM(4), PL_SCRATCH_SEM(2), PL_SCRATCH_DMA_SEM(2))

// int both_ways(long devices, long m, long n, long shard, const float *lhs, const float *rhs, float *out);

#ifndef GOLDEN
#ifndef DEVICES                                         // mpirun -n N runs N processes, one per device
#define DEVICES 4
#endif
enum { M = 32, N = 32, SHARD = 16, K = DEVICES * SHARD };

static float lhs[DEVICES][M * SHARD], rhs[DEVICES][K * N], out[DEVICES][M * N], expected[DEVICES][M * N];

// In the order in which the blocks are multiplied on device d.
static void reference(void)
{
    for (int d = 0; d < DEVICES; d++)
        for (long r = 0; r < M; r++)
            for (long c = 0; c < N; c++)
                for (int s = 0; s < DEVICES; s++) {
                    int from = (s % 2 ? d - s / 2 - 1 + DEVICES : d + s / 2) % DEVICES;
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
    return both_ways(pl_num_devices(), M, N, SHARD, lhs[d], rhs[d], out[d]) ||
           example_share(d, out[d], expected[d], M * N, bound);
}

int main(void)
{
    if (DEVICES % 2)                                    // one block would come from both sides
        return !printf("ag_matmul_both   needs an even number of devices\n");
    example_fill(lhs[0], sizeof lhs / sizeof(float));
    example_fill(rhs[0], sizeof rhs / sizeof(float));
    reference();

    double start = example_clock();
    if (pl_on_devices(DEVICES, share, NULL))
        return example_failed("all_gather_matmul_both");
    double seconds = example_clock() - start;

    return example_report("ag_matmul_both", "the same, blocks going both ways round", "32x32x16 a device", *example_worst(), bound, seconds);
}
#endif
