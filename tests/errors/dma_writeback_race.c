// A buffer is filled again while the write-back of two steps ago still reads it.

#include <pallas.h>

enum { N = 4 };

PL_KERNEL(double_kernel,
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 2),
          PL_REF(float, xbuf, 2, 8, 128), PL_REF(float, obuf, 2, 8, 128),
          PL_DMA_SEM(in, 2), PL_DMA_SEM(out, 2))
{
    pl_copy fetch[2], put[2];
    fetch[0] = PL_ASYNC_COPY(PL_AT(x, PL_DS(0, 8)), PL_AT(xbuf, 0), in[0]);
    PL_LOOP (i, 0, N) {
        long s = i % 2;
        PL_WHEN (i + 1 < N)
            fetch[1 - s] = PL_ASYNC_COPY(PL_AT(x, PL_DS(8 * i + 8, 8)), PL_AT(xbuf, 1 - s), in[1 - s]);
        pl_wait(&fetch[s]);
        PL_EACH ((r, 8), (c, 128))
            obuf[s][r][c] = 2 * xbuf[s][r][c];
        put[s] = PL_ASYNC_COPY(PL_AT(obuf, s), PL_AT(o, PL_DS(8 * i, 8)), out[s]);
    }
    pl_wait(&put[0]);
    pl_wait(&put[1]);
}

PL_CALL(twice, double_kernel, PL_GRID(),
        PL_IN(float, x, (8 * N, 128), PL_ANY), PL_OUT(float, o, (8 * N, 128), PL_ANY),
        PL_SCRATCH(float, (2, 8, 128)), PL_SCRATCH(float, (2, 8, 128)),
        PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_DMA_SEM(2))

int main(void)
{
    static float x[8 * N * 128], o[8 * N * 128];
    for (long i = 0; i < 8 * N * 128; i++)
        x[i] = (float)i;
    return twice(x, o);
}
