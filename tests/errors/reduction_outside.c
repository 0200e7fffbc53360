// run: PALLAS=check=twin
// The last block extends past the array, and the smallest element may be one outside: no order of the steps shows that.

#include <pallas.h>

static float lesser(float a, float b)
{
    return b < a ? b : a;
}
PL_IDENTITY(lesser, INFINITY)

PL_KERNEL(smallest_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        z[0] = INFINITY;
    PL_REDUCE (z[0], lesser, (c, 4), x[c]);
}

PL_CALL(smallest, smallest_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (l))),
        PL_OUT(float, z, (1), PL_WHOLE))

int main(void)
{
    float x[22], z;
    for (int i = 0; i < 22; i++)
        x[i] = (float)(i - 5);
    return smallest(22, x, &z);
}
