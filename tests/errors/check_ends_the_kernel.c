// A PL_CHECK that fails ends the kernel: the statement after it, here a read far outside the block, does not run.

#include <pallas.h>

PL_KERNEL(gather_kernel, PL_SMEM_REF(const int, t, 4), PL_REF(const float, x, 8), PL_REF(float, o, 1))
{
    PL_TILE(float, large, 128, 256);
    PL_FILL(large, 0);
    int at = t[PL_PROGRAM_ID(0)];
    PL_CHECK(at < 8, "row %d of 8", at);
    o[0] = large[0][0] + *(&x[0] + at);
}

PL_CALL(gather, gather_kernel,
        PL_GRID((i, 4)),
        PL_PREFETCH(int, t, (4)),
        PL_IN (float, x, (8), PL_WHOLE),
        PL_OUT(float, o, (4), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static float x[8], o[4];
    return gather((int[]){ 0, 7, 1000000000, 1 }, x, o);
}
