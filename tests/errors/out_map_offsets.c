// The output's index map returns element offsets, where it should return block indices.

#include <pallas.h>

enum { B = 4 };

PL_KERNEL(copy_kernel, PL_REF(const float, x, B), PL_REF(float, o, B))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 8)),
        PL_IN (float, x, (32), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, o, (32), PL_BLOCKSPEC((B), (i * B))))

int main(void)
{
    static float x[32], o[32];
    return copy(x, o);
}
