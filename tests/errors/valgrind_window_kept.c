// build: SAN=valgrind
// A pointer outlives its window: the next program reads through it, in the sequential schedule too.

#include <pallas.h>

static const float *kept;

PL_KERNEL(keep_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_WHEN (PL_FIRST(0))
        kept = &x[0];
    PL_EACH ((c, 4))
        o[c] = x[c] + kept[c];
}

PL_CALL(keep, keep_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[8], o[8];
    return keep(x, o);
}
