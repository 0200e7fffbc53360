// An output with PL_ALIAS that is twice as long as its input.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (2 * n), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

int main(void)
{
    float x[16] = { 0 };
    return copy(8, x, x);
}
