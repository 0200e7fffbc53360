// options: --target=tpu
// A kernel uses an axis that its pipeline does not have; windows that are not its blocks.
#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 2), PL_REF(float, o, 2))
{
    PL_EACH ((c, 2))
        o[c] = 2 * x[c] + (float)PL_PROGRAM_ID(1) + (float)PL_AXIS(r);
}

PL_KERNEL(outer_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1), PL_ANY_REF(const int32_t, y, 1), PL_SEM(done))
{
    PL_PIPELINE(twice_kernel, PL_GRID((i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((r, 2), (i, 4)), PL_IN(x, PL_BLOCKSPEC((4), (i))), PL_OUT(o, PL_ANY));
    PL_PIPELINE(twice_kernel, PL_GRID((r, 2), (i, 4)), PL_IN(y, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((PL_NONE), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((r, 2), (i, 4)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_IN(o, PL_BLOCKSPEC((2), (i))));
    PL_PIPELINE(twice_kernel, PL_GRID((r, 2), (i, 4)), done, PL_SCALAR(float, 1));
}

PL_CALL(outer, outer_kernel, PL_GRID(), PL_IN(float, x, (8), PL_ANY), PL_OUT(float, o, (8), PL_ANY), PL_IN(int32_t, y, (8), PL_ANY), PL_SCRATCH_SEM())
