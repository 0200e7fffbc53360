// A halo without PL_EDGE: the elements before the array are unspecified.

#include <pallas.h>

PL_KERNEL(blur_kernel, PL_REF(const float, x, 6), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = x[c] + x[c + 1] + x[c + 2];
}

PL_CALL(blur, blur_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 1)), (4 * i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[8], o[8];
    return blur(x, o);
}
