// A PL_BATCH names an operand that the call does not have.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_BATCH(b, 2, x, z),
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float x[8], o[8];
    return copy(x, o);
}
