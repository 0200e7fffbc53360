// compile-error
// A PL_NONE dim is not a dim of the ref, but this kernel still has it.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 1, 4), PL_REF(float, o, 1, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 3)),
        PL_IN (float, x, (3, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))),
        PL_OUT(float, o, (3, 4), PL_BLOCKSPEC((1, 4), (i, 0))))

int main(void)
{
    static float x[12], o[12];
    return copy(x, o);
}
