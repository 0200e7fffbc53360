// compile-error
// PL_ASSIGN copies whole blocks, and the extents differ.

#include <pallas.h>

PL_KERNEL(crop_kernel, PL_REF(const float, x, 4, 8), PL_REF(float, o, 4, 6))
{
    PL_ASSIGN(o, x);
}

PL_CALL(crop, crop_kernel,
        PL_GRID(),
        PL_IN (float, x, (4, 8), PL_WHOLE),
        PL_OUT(float, o, (4, 6), PL_WHOLE))

int main(void)
{
    static float x[32], o[24];
    return crop(x, o);
}
