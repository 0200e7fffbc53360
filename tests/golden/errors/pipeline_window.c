// options: --target=opencl
// A window whose extents are known at run time needs memory that this target does not have.
#include <pallas.h>

PL_KERNEL(twice_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, o, n))
{
    PL_EACH ((c, n))
        o[c] = 2 * x[c];
}

PL_KERNEL(outer_kernel, PL_SCALAR(long, n), PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, o, 1))
{
    PL_LOOP (h, 0, 4, 2)
        PL_PIPELINE(twice_kernel, PL_GRID((i, 2)), n, PL_IN(x, PL_BLOCKSPEC((n), (h + i))), PL_OUT(o, PL_BLOCKSPEC((n), (h + i))));
}

PL_CALL(outer, outer_kernel, PL_GRID(), PL_SCALAR(long, n), PL_IN(float, x, (4 * n), PL_ANY), PL_OUT(float, o, (4 * n), PL_ANY))
