// The last block extends past the array, and the elements outside are summed with the rest.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_REDUCE (o[0], PL_ADD, (c, 4), x[c]);
}

PL_CALL(sum, sum_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (1), PL_WHOLE))

int main(void)
{
    static float x[6], o[1];
    return sum(6, x, o);
}
