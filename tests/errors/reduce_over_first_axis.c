// The sum runs over the first axis, so each block of o is revisited.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_EACH ((c, 4))
        o[c] += x[c];
}

PL_CALL(sum, sum_kernel,
        PL_GRID((k, 3), (j, 2)),
        PL_IN (float, x, (3, 8), PL_BLOCKSPEC((PL_NONE, 4), (k, j))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (j))))

int main(void)
{
    static float x[24], o[8];
    return sum(x, o);
}
