// options: --target=tpu
// A pipeline in a PL_EACH, and words of a spec elsewhere; block dims and indices that do not fit.
#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 2), PL_REF(float, o, 2))
{
    PL_EACH ((c, 2))
        o[c] = 2 * x[c];
}

PL_KERNEL(outer_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1))
{
    PL_EACH ((r, 2))
        PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, PL_FULL)), PL_IN(x, PL_BLOCKSPEC((2), (PL_DS(i, 2)))), PL_OUT(o, PL_BLOCKSPEC((PL_BOUNDED(2)), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (0.5 * i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
}

PL_CALL(outer, outer_kernel, PL_GRID(), PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY))
