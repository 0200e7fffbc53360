// The last column of a bf16 output is never written.

#include <pallas.h>

PL_KERNEL(narrow_kernel, PL_REF(const float, x, 2, 4), PL_REF(pl_bf16, o, 2, 4))
{
    PL_EACH ((r, 2), (c, 3))
        o[r][c] = pl_to_bf16(x[r][c]);
}

PL_CALL(narrow, narrow_kernel,
        PL_GRID(),
        PL_IN (float, x, (2, 4), PL_WHOLE),
        PL_OUT(pl_bf16, o, (2, 4), PL_WHOLE))

int main(void)
{
    static float x[8];
    static pl_bf16 o[8];
    return narrow(x, o);
}
