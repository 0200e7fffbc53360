// Two devices: each copies a block while its matrix unit multiplies another, and pushes its result to the other.
#include <stdio.h>
#include <pallas.h>

enum { N = 8 };

PL_KERNEL(spans_kernel,
          PL_ANY_REF(const float, x, 3), PL_ANY_REF(float, o, 2),
          PL_REF(float, a, N, N), PL_REF(float, b, N, N), PL_REF(float, sum, N, N),
          PL_DMA_SEM(came, 2), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    long other = PL_NEIGHBOR(pair, 1);
    pl_copy first = PL_COPY(PL_AT(x, 0), a, came[0]), second = PL_COPY(PL_AT(x, 1), b, came[1]);
    PL_BARRIER(0, other);
    pl_start(&first);
    pl_start(&second);
    PL_FILL(sum, 0);
    {
        PL_TRACE("both products");
        pl_wait(&first);
        {
            PL_TRACE("the <first>");
            PL_DOT(sum, a, a);
        }
        pl_wait(&second);
        PL_DOT(sum, b, b);
    }
    pl_copy push = PL_REMOTE_COPY(sum, o, send, recv, other);
    pl_start(&push);
    pl_wait(&push);
}

PL_CALL(spans, spans_kernel,
        PL_MESH((pair, 2)), PL_GRID(),
        PL_IN (float, x, (2, N, N), PL_ANY),
        PL_OUT(float, o, (N, N), PL_ANY),
        PL_SCRATCH(float, (N, N)), PL_SCRATCH(float, (N, N)), PL_SCRATCH(float, (N, N)),
        PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static float x[2][2 * N * N], o[2][N * N];

static int share(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return spans(x[d], o[d]);
}

int main(void)
{
    for (int d = 0; d < 2; d++)
        for (int i = 0; i < 2 * N * N; i++)
            x[d][i] = (float)(d + i % 3);
    if (pl_on_devices(2, share, NULL)) {
        fprintf(stderr, "%s\n", pl_error());
        return 1;
    }
    return 0;
}
