// Under PL_IN_PLACE the rows of a block are not adjacent: a sum along memory includes the elements between them.

#define PL_IN_PLACE 1
#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, o, 1))
{
    const float *all = x[0];
    o[0] = 0;
    PL_REDUCE (o[0], PL_ADD, (e, 16), all[e]);
}

PL_CALL(sum, sum_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (4, 8), PL_BLOCKSPEC((4, 4), (0, i))),
        PL_OUT(float, o, (2), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static float x[32], o[2];
    return sum(x, o);
}
