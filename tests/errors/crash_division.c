// An integer division by zero.

#include <pallas.h>

PL_KERNEL(share_kernel, PL_REF(const int32_t, x, 4), PL_REF(const int32_t, n, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] / n[c];
}

PL_CALL(share, share_kernel,
        PL_SIZES(m),
        PL_GRID((i, m / 4)),
        PL_IN (int32_t, x, (m), PL_BLOCKSPEC((4), (i))),
        PL_IN (int32_t, n, (m), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (m), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    int32_t x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, n[8] = { 1, 1, 1, 1, 1, 1, 0, 1 }, z[8];
    return share(8, x, n, z);
}
