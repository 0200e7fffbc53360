// run: PALLAS=order=backwards
// PALLAS has a setting with an invalid value.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_FILL(o, 0);
}

PL_CALL(fill, fill_kernel,
        PL_GRID(),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float o[4];
    return fill(o);
}
