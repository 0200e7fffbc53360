// The grid has more programs than a long can count.

#include <pallas.h>

PL_KERNEL(last_kernel, PL_REF(float, z, 1))
{
    z[0] = 1;
}

PL_CALL(last, last_kernel,
        PL_SIZES(n),
        PL_GRID((i, n), (j, n)),
        PL_OUT(float, z, (1), PL_BLOCKSPEC((1), (0), PL_REVISIT_ANY)))

int main(void)
{
    static float z[1];
    return last(1L << 40, z);
}
