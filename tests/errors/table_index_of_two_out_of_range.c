// The index map takes a table of 2 rows and 3 columns for one of 3 rows and 2 columns.

#include <pallas.h>

PL_KERNEL(gather_kernel, PL_SMEM_REF(const int, t, 2, 3), PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(gather, gather_kernel,
        PL_GRID((i, 3), (j, 2)),
        PL_PREFETCH(int, t, (2, 3)),
        PL_IN (float, x, (24), PL_BLOCKSPEC((4), (t[i][j]))),
        PL_OUT(float, o, (24), PL_BLOCKSPEC((4), (2 * i + j))))

int main(void)
{
    static float x[24], o[24];
    return gather((int[]){ 5, 4, 3, 2, 1, 0 }, x, o);
}
