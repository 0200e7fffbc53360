// PL_DS takes a start and a size, but the index map gives the end of the slice.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_SMEM_REF(const int32_t, at, 3), PL_REF(const float, x, 8), PL_REF(float, z, 1))
{
    float s = 0;
    PL_REDUCE (s, PL_ADD, (c, PL_SIZE(x, 0)), x[c]);
    z[0] = s;
}

PL_CALL(sum, sum_kernel,
        PL_SIZES(n),
        PL_GRID((i, 2)),
        PL_PREFETCH(int32_t, at, (3)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(at[i], at[i + 1])))),
        PL_OUT(float, z, (2), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    int32_t at[3] = { 0, 5, 10 };
    float x[10] = { 0 }, z[2];
    return sum(10, at, x, z);
}
