// A subscript far outside of a block of rank 1, whose extent C does not keep: the report of the crash names kernel and program.

#include <pallas.h>

PL_KERNEL(gather_kernel, PL_REF(const int32_t, from, 4), PL_REF(const float, x, 8), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[from[c]];
}

PL_CALL(gather, gather_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int32_t, from, (n), PL_BLOCKSPEC((4), (i))),
        PL_IN (float, x, (8), PL_WHOLE),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    int32_t from[8] = { 0, 1, 2, 3, 4, 5, 6, 700000000 };
    float x[8] = { 0 }, z[8];
    return gather(8, from, x, z);
}
