// The call declares that o is x, but the caller passes two arrays.

#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = 2 * x[c];
}

PL_CALL(twice, twice_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

int main(void)
{
    static float x[8], o[8];
    return twice(x, o);
}
