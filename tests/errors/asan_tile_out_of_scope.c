// build: SAN=address
// A tile is used after the end of the block of statements that declares it.

#include <pallas.h>

PL_KERNEL(twice_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    float *kept = NULL;
    PL_WHEN (PL_FIRST(0)) {
        PL_TILE(float, t, 4);
        PL_EACH ((c, 4))
            t[c] = 2 * x[c];
        kept = t;
    }
    PL_EACH ((c, 4))
        o[c] = kept[c];
}

PL_CALL(twice, twice_kernel,
        PL_GRID((i, 1)),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float x[4], o[4];
    return twice(x, o);
}
