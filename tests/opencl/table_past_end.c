// An index map that reads tables past their end: one by the entry of another, which is checked first.
#include <pallas.h>

PL_KERNEL(gather_kernel, PL_SMEM_REF(const int, order, 4), PL_SMEM_REF(const int, t, 2, 3), PL_REF(const float, x, 4),
          PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(gather, gather_kernel,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_PREFETCH(int, order, (n)),
        PL_PREFETCH(int, t, (2, 3)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), (t[1][order[i]]))),
        PL_OUT(float, o, (4 * n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return gather(4, (int[]){ 0, 2, 3, 1 }, (int[]){ 0, 1, 2, 3, 2, 1 }, x, o);
}
