// The caller passes the arrays of a small problem with the size of a large one.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / 4)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static struct { float x[8], z[8]; } both;
    return copy(1000, both.x, both.z);
}
