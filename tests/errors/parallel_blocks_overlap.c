// Both programs of a parallel axis write the one block of o.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (4), PL_BLOCKSPEC((4), (0))))

int main(void)
{
    static float x[8], o[4];
    return copy(x, o);
}
