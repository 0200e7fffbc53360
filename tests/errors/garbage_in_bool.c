// run: PALLAS=check=twin
// The mask is set only where it is true; the other elements are unspecified, not false.

#include <pallas.h>

PL_KERNEL(select_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_TILE(bool, positive, 4);
    PL_EACH ((c, 4))
        if (x[c] > 0)
            positive[c] = true;
    PL_EACH ((c, 4))
        o[c] = positive[c] ? x[c] : 0;
}

PL_CALL(select_positive, select_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    float x[4] = { 1, -2, 3, -4 }, o[4];
    return select_positive(x, o);
}
