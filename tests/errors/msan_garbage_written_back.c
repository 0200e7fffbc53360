// build: SAN=memory
// The loop stops one short, in integers: the element that is written back was never written.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 4))
{
    PL_EACH ((c, 3))
        o[c] = x[c];
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (int, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static int x[8], o[8];
    return copy(x, o);
}
