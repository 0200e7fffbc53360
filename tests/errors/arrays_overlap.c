// The caller passes one array for input and output, but the call declares no alias.

#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = 2 * x[c];
}

PL_CALL(twice, twice_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[8];
    return twice(x, x);
}
