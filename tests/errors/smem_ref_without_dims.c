// compile-error
// A PL_SMEM_REF without dims.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_SMEM_REF(const int, t), PL_REF(float, o, 4))
{
    PL_FILL(o, t[0]);
}
