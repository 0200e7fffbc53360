// options: --check
// Copies of windows that the program does not wait for, and copies about which nothing is certain.
#include <pallas.h>

PL_KERNEL(rows_kernel,
          PL_ANY_REF(const float, x, 2), PL_REF(const float, y, 4), PL_REF(float, o, 4), PL_ANY_REF(float, z, 2),
          PL_REF(int32_t, n, 1), PL_REF(float, keep, 4), PL_DMA_SEM(in), PL_DMA_SEM(out), PL_DMA_SEM(some), PL_DMA_SEM(side))
{
    long i = PL_PROGRAM_ID(0);
    pl_copy now = PL_COPY(PL_AT(x, i), o, in);
    pl_copy before = PL_COPY(PL_AT(x, 0), o, in);
    pl_copy back = PL_COPY(y, PL_AT(z, i), out);
    pl_copy held = PL_COPY(PL_AT(x, i), keep, side);
    pl_copy maybe = PL_COPY(PL_AT(x, i), o, some);
    PL_WHEN (i > 0)
        pl_wait(&before);
    pl_start(&now);                     // the window of this step, and the wait is for the last one's
    pl_start(&back);
    PL_WHEN (PL_LAST(0)) {
        pl_wait(&now);
        pl_wait(&back);
    }
    PL_WHEN (i == 0)
        pl_start(&held);                // scratch keeps its place
    PL_WHEN (PL_LAST(0))
        pl_wait(&held);
    n[0] = 0;
    PL_WHEN (n[0] > 0)
        pl_start(&maybe);               // may not run
    PL_WHEN (n[0] > 1)
        pl_wait(&maybe);
}

PL_CALL(rows, rows_kernel,
        PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(float, x, (m, 4), PL_ANY), PL_IN(float, y, (m, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))),
        PL_OUT(float, o, (m, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))), PL_OUT(float, z, (m, 4), PL_ANY),
        PL_OUT(int32_t, n, (m), PL_BLOCKSPEC((1), (i))), PL_SCRATCH(float, (4)),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())
