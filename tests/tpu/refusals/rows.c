// run: PALLAS=chip=v4
// The dim before the last has 12 rows, which is no multiple of 8.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const pl_bf16, x, 12, 128), PL_REF(pl_bf16, o, 12, 128))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (pl_bf16, x, (24, 128), PL_BLOCKSPEC((12, 128), (i, 0))),
        PL_OUT(pl_bf16, o, (24, 128), PL_BLOCKSPEC((12, 128), (i, 0))))

int main(void)
{
    static pl_bf16 x[3200], o[3200];
    return copy(x, o);
}
