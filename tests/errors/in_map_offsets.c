// The input's index map returns element offsets in its second dim, where it should return block indices.

#include <pallas.h>

enum { BM = 2, BN = 4 };

PL_KERNEL(copy_kernel, PL_REF(const float, x, BM, BN), PL_REF(float, o, BM, BN))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 3), (j, 2)),
        PL_IN (float, x, (6, 8), PL_BLOCKSPEC((BM, BN), (i, j * BN))),
        PL_OUT(float, o, (6, 8), PL_BLOCKSPEC((BM, BN), (i, j))))

int main(void)
{
    static float x[48], o[48];
    return copy(x, o);
}
