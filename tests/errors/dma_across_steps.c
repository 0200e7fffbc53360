// A copy into an output's window is started in one step and waited for in the next, which has another window.
#include <pallas.h>

PL_KERNEL(rows_kernel, PL_ANY_REF(const float, x, 2), PL_REF(float, o, 4), PL_DMA_SEM(s))
{
    long i = PL_PROGRAM_ID(0);
    pl_copy now = PL_COPY(PL_AT(x, i), o, s);
    pl_copy before = PL_COPY(PL_AT(x, 0), o, s);
    PL_WHEN (i > 0)
        pl_wait(&before);
    pl_start(&now);
    PL_WHEN (PL_LAST(0))
        pl_wait(&now);
}

PL_CALL(rows, rows_kernel,
        PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(float, x, (m, 4), PL_ANY), PL_OUT(float, o, (m, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))), PL_SCRATCH_DMA_SEM())

int main(void)
{
    float x[3][4] = { { 1 } }, o[3][4];
    return rows(3, *x, *o);
}
