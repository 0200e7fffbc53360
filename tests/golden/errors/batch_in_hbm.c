// PL_BATCH of an array left in HBM.
// options: --target=opencl
#include <pallas.h>

PL_KERNEL(copy_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, z, 1))
{
    PL_SYNC_COPY(x, z);
}

PL_CALL(copies, copy_kernel, PL_SIZES(q, n), PL_BATCH(b, q, x, z), PL_GRID(), PL_IN(float, x, (n), PL_ANY), PL_OUT(float, z, (n), PL_ANY))
