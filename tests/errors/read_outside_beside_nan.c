// run: PALLAS=check=twin
// The data has a NaN that looks like memory outside an array: the other runs show which elements depend on such memory.

#include <pallas.h>

PL_KERNEL(next_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + 1;
}

PL_CALL(next, next_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n - 2), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float x[6] = { 1, 2, 3, 4, 5, 6 }, z[8];
    uint32_t nan = 0x7ff50000;
    memcpy(&x[2], &nan, sizeof nan);
    return next(8, x, z);
}
