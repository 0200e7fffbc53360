// The caller passes a null pointer for an output.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float x[4];
    return copy(x, NULL);
}
