// compile-error
// Small floats have no arithmetic: convert with pl_to_f32 first.

#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(const pl_bf16, x, 4), PL_REF(pl_bf16, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = x[c] + x[c];
}
