// Copies that are started a step ahead, semaphores, a scope: what a TPU starts and waits for, and others do at the start.
#include <pallas.h>

PL_KERNEL(rows_kernel,
          PL_ANY_REF(const float, x, 2), PL_REF(float, o, 8),
          PL_REF(float, row, 2, 8), PL_DMA_SEM(came, 2), PL_SEM(turns))
{
    long i = PL_PROGRAM_ID(0);
    pl_copy now = PL_COPY(PL_AT(x, i), PL_AT(row, i % 2), came[i % 2]);
    PL_SCOPED(float, first, 8);
    PL_WHEN (PL_FIRST(0))
        pl_start(&now);
    PL_WHEN (!PL_LAST(0)) {
        pl_copy next = PL_COPY(PL_AT(x, i + 1), PL_AT(row, (i + 1) % 2), came[(i + 1) % 2]);
        pl_start(&next);
    }
    PL_SYNC_COPY(PL_AT(x, 0), first);
    PL_SIGNAL(turns, 2);
    pl_wait(&now);
    PL_SEM_WAIT(turns, 2);
    PL_EACH ((c, 8))
        o[c] = row[i % 2][c] - first[c];
}

PL_CALL(rows, rows_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(float, x, (m, 8), PL_ANY), PL_OUT(float, o, (m, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))),
        PL_SCRATCH(float, (2, 8)), PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_SEM())

// Rows from a place on, which the lanes that hold them copy.
PL_KERNEL(some_kernel, PL_SCALAR(long, from), PL_SCALAR(long, to), PL_REF(const float, x, 4, 6), PL_ANY_REF(float, z, 2))
{
    PL_TILE(float, t, 4, 6);
    PL_EACH ((r, 4), (c, 6))
        t[r][c] = 2 * x[r][c];
    PL_LOOP (r, from, to)
        PL_SYNC_COPY(PL_AT(t, r), PL_AT(z, r - from));
}

PL_CALL(some, some_kernel, PL_SIZES(m), PL_SCALAR(long, from), PL_SCALAR(long, to), PL_GRID(),
        PL_IN(float, x, (4, 6), PL_WHOLE), PL_INOUT(float, z, (m, 6), PL_ANY))
