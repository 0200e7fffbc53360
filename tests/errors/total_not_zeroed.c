// A total that is added to before it is initialized.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] += x[c];
}

PL_CALL(sum, sum_kernel,
        PL_GRID((j, 2), (k, 3)),
        PL_IN (float, x, (3, 8), PL_BLOCKSPEC((PL_NONE, 4), (k, j))),
        PL_OUT(float, o, (8), PL_BLOCKSPEC((4), (j))))

int main(void)
{
    static float x[24], o[8];
    return sum(x, o);
}
