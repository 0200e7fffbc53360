// A plain axis after a PL_REDUCTION axis.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_EACH ((c, 4))
        o[c] += x[c];
}

PL_CALL(sum, sum_kernel,
        PL_GRID(PL_REDUCTION(l, 8), (i, 2)),
        PL_IN (float, x, (8, 8), PL_BLOCKSPEC((PL_NONE, 4), (l, i))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (i), PL_REVISIT_ANY)))

int main(void)
{
    static float x[64], o[8];
    return sum(x, o);
}
