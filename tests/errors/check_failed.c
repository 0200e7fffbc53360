// A PL_CHECK whose condition does not hold.

#include <pallas.h>

PL_KERNEL(gather_kernel, PL_SMEM_REF(const int, t, 4), PL_REF(const float, x, 8), PL_REF(float, o, 1))
{
    int at = t[PL_PROGRAM_ID(0)];
    PL_CHECK(at < 8, "entry %ld of the table is %d", PL_PROGRAM_ID(0), at);
    o[0] = at < 8 ? x[at] : 0;
}

PL_CALL(gather, gather_kernel,
        PL_GRID((i, 4)),
        PL_PREFETCH(int, t, (4)),
        PL_IN (float, x, (8), PL_WHOLE),
        PL_OUT(float, o, (4), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static float x[8], o[4];
    return gather((int[]){ 0, 7, 8, 1 }, x, o);
}
