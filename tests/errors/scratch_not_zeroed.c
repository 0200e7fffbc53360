// The scratch accumulator is uninitialized.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4), PL_REF(float, total, 4))
{
    PL_EACH ((c, 4))
        total[c] += x[c];
    PL_ASSIGN(o, total);
}

PL_CALL(sum, sum_kernel,
        PL_GRID((k, 3)),
        PL_IN (float, x, (12), PL_BLOCKSPEC((4), (k))),
        PL_OUT(float, o, (4), PL_WHOLE),
        PL_SCRATCH(float, (4)))

int main(void)
{
    static float x[12], o[4];
    return sum(x, o);
}
