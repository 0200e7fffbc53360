// options: --target=tpu
// What the parts of a PL_PIPELINE must be.
#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 2), PL_REF(float, o, 2))
{
    PL_EACH ((c, 2))
        o[c] = 2 * x[c];
}

PL_FUNCTION(void, twice, PL_REF(const float, x, 2), PL_REF(float, o, 2))
{
    PL_EACH ((c, 2))
        o[c] = 2 * x[c];
}

PL_KERNEL(outer_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1), PL_ANY_REF(const float, y, 2))
{
    PL_PIPELINE(twice, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(x, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(y, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i), PL_ALIAS(x))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_INOUT(o, PL_BLOCKSPEC((2), (i), PL_INIT(0, i == 0), PL_INIT(1, i == 1))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_SCRATCH_ANY(float, (2)));
}

PL_CALL(outer, outer_kernel, PL_GRID(), PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY), PL_IN(float, y, (8, 8), PL_ANY))
