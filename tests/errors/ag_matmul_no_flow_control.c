// The same with semaphores of its own for the prologue: nothing signals when a buffer is free. (Four steps, as the third overwrites.)

#include <pallas.h>

enum { BM = 8, BN = 8, BK = 4, DEVICES = 8, M = 8, N = 16, SHARD = 8 };

PL_KERNEL(add_product, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(ag_kernel,
          PL_ANY_REF(const float, lhs, 2),              // [M][SHARD]
          PL_ANY_REF(const float, rhs, 2),              // [DEVICES * SHARD][N]
          PL_ANY_REF(float, out, 2),                    // [M][N]
          PL_ANY_REF(float, buf, 4),                    // [backward, forward][2][M][SHARD]
          PL_DMA_SEM(bwd_send), PL_DMA_SEM(bwd_recv), PL_DMA_SEM(fwd_send), PL_DMA_SEM(fwd_recv), PL_DMA_SEM(p_send), PL_DMA_SEM(p_recv))
{
    long step = PL_PROGRAM_ID(0), way = PL_PROGRAM_ID(1), steps = PL_NUM_PROGRAMS(0);
    long n = PL_NUM_DEVICES(), me = PL_DEVICE_ID(), left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    long now = step % 2, next = 1 - now, from = (way ? me - step - 1 + n : me + step) % n;
    bool start = step == 0 && way == 0;
    pl_copy prologue = PL_REMOTE_COPY(lhs, PL_AT(buf, 1, now), p_send, p_recv, right);
    pl_copy bwd = PL_REMOTE_COPY(PL_AT(buf, 0, now), PL_AT(buf, 0, next), bwd_send, bwd_recv, left);
    pl_copy fwd = PL_REMOTE_COPY(PL_AT(buf, 1, now), PL_AT(buf, 1, next), fwd_send, fwd_recv, right);
    PL_WHEN (start) {
        PL_BARRIER(0, left, right);
        pl_copy own = PL_ASYNC_COPY(lhs, PL_AT(buf, 0, now), bwd_send);
        pl_start(&prologue);
        pl_wait(&own);
        pl_wait(&prologue);
    }
    PL_WHEN (step != steps - 1 && way == 0) {
        pl_start(&bwd);
        pl_start(&fwd);
    }
    PL_PIPELINE(add_product,
                PL_GRID((j, N / BN), (i, M / BM), (k, SHARD / BK)),
                PL_IN   (PL_AT(buf, way, now), PL_BLOCKSPEC((BM, BK), (i, k))),
                PL_IN   (PL_AT(rhs, PL_DS(from * SHARD, SHARD)), PL_BLOCKSPEC((BK, BN), (k, j))),
                PL_INOUT(out, PL_BLOCKSPEC((BM, BN), (i, j), PL_INIT(0, start))));
    PL_WHEN (step != steps - 1 && way == 1) {
        pl_wait(&bwd);
        pl_wait(&fwd);
    }
}

PL_CALL(ag_matmul, ag_kernel,
        PL_MESH((ring, DEVICES)), PL_GRID((step, DEVICES / 2), (way, 2)),
        PL_IN (float, lhs, (M, SHARD), PL_ANY), PL_IN(float, rhs, (DEVICES * SHARD, N), PL_ANY), PL_OUT(float, out, (M, N), PL_ANY),
        PL_SCRATCH_ANY(float, (2, 2, M, SHARD)),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static float lhs[DEVICES][M * SHARD], rhs[DEVICES][DEVICES * SHARD * N], out[DEVICES][M * N];

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return ag_matmul(lhs[d], rhs[d], out[d]);
}

int main(void)
{
    return pl_on_devices(DEVICES, share, NULL);
}
