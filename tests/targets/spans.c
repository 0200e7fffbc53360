// spans.c -- a kernel with PL_TRACEs, one in a PL_FUNCTION, for spans.sh.
#include <pallas.h>

PL_FUNCTION(void, add_to, PL_SCALAR(float, by), PL_REF(float, z, 4))
{
    PL_TRACE("add");
    PL_EACH ((c, 4))
        z[c] += by;
}

PL_KERNEL(twice_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_TRACE("dou\"ble");
    PL_EACH ((c, 4))
        z[c] = 2 * x[c];
    add_to(1, PL_PASS(z));
}

PL_CALL(twice, twice_kernel, PL_SIZES(n), PL_GRID((i, n / 4)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))

int main(void)
{
    float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, z[8];
    if (twice(8, x, z) || copy(x, z))
        return 1;
    return z[0] != 1 || z[7] != 17;
}
