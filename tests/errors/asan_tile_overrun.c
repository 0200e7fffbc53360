// build: SAN=address
// One element past the end of a tile.

#include <pallas.h>

PL_KERNEL(shift_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_TILE(float, t, 4);
    PL_EACH ((c, 4))
        t[c + 1] = x[c];
    PL_ASSIGN(o, t);
}

PL_CALL(shift, shift_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float x[4], o[4];
    return shift(x, o);
}
