// Pushes between four devices in a square, 0 and 1 above 2 and 3. Each argument is a push, two digits: from one to the other;
// a device starts its pushes in this order. Prints the ns of the slowest device by the clock.
#include <stdio.h>
#include <stdlib.h>
#include <pallas.h>

enum { ROWS = 256, MOST = 12 };

PL_KERNEL(pushes_kernel,
          PL_SCALAR(int, count), PL_SMEM_REF(const int32_t, from, MOST), PL_SMEM_REF(const int32_t, to, MOST),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 3),
          PL_DMA_SEM(send), PL_DMA_SEM(recv, MOST))
{
    long me = PL_DEVICE_ID();
    PL_BARRIER(0, PL_NEIGHBOR(x, 1), PL_NEIGHBOR(y, 1));
    PL_LOOP (i, 0, count)
        PL_WHEN (from[i] == me) {
            pl_copy push = PL_REMOTE_COPY(x, PL_AT(o, i), send, recv[i], to[i]);
            pl_start(&push);
        }
    PL_LOOP (i, 0, count) {
        pl_copy push = PL_REMOTE_COPY(x, PL_AT(o, i), send, recv[i], to[i]);
        PL_WHEN (from[i] == me)
            pl_wait_send(&push);
        PL_WHEN (to[i] == me)
            pl_wait_recv(&push);
    }
}

PL_CALL(pushes, pushes_kernel,
        PL_MESH((y, 2), (x, 2)),
        PL_SCALAR(int, count), PL_GRID(),
        PL_PREFETCH(int32_t, from, (MOST)), PL_PREFETCH(int32_t, to, (MOST)),
        PL_IN (float, x, (ROWS, 128), PL_ANY),
        PL_OUT(float, o, (MOST, ROWS, 128), PL_ANY),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(MOST))

#ifdef PL_TARGET_TPU
double pl_tpu_seconds(void);
#else
static double pl_tpu_seconds(void) { return 0; }
#endif

static int count;
static int32_t from[MOST], to[MOST];
static double slowest;

static int share(void *unused)
{
    static float x[4][ROWS * 128], o[4][MOST * ROWS * 128];
    long d = pl_device_id();
    int code = pushes(count, from, to, x[d], o[d]);
    (void)unused;
    slowest = pl_tpu_seconds() > slowest ? pl_tpu_seconds() : slowest;   // one device runs at a time
    return code;
}

int main(int argc, char **argv)
{
    for (count = 0; count < MOST && count + 1 < argc; count++)
        from[count] = argv[count + 1][0] - '0', to[count] = argv[count + 1][1] - '0';
    if (pl_on_devices(4, share, NULL))
        return 1;
    printf("%.3f\n", 1e9 * slowest);
    return 0;
}
