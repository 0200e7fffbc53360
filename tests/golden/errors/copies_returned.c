// options: --target=cuda
// A helper that returns one of several copies.
#include <pallas.h>

PL_FUNCTION(pl_copy, fetch, PL_ANY_REF(const float, from, 2), PL_REF(float, to, 4), PL_DMA_SEM(s), PL_SCALAR(int, which))
{
    PL_WHEN (which)
        return PL_COPY(PL_AT(from, 1), to, s);
    return PL_COPY(PL_AT(from, 0), to, s);
}

PL_KERNEL(several_kernel, PL_ANY_REF(const float, x, 2), PL_REF(float, o, 4), PL_DMA_SEM(s))
{
    pl_copy c = fetch(PL_PASS(x), PL_PASS(o), s, (int)PL_DIM(x, 0));
    pl_start(&c);
    pl_wait(&c);
}

PL_CALL(several, several_kernel, PL_GRID(), PL_IN(float, x, (2, 4), PL_ANY), PL_OUT(float, o, (4), PL_WHOLE), PL_SCRATCH_DMA_SEM())
