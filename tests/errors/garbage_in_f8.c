// run: PALLAS=check=twin
// The last column of an 8-bit float output is never written. The format has no spare NaN, so two runs find it.

#include <pallas.h>

PL_KERNEL(narrow_kernel, PL_REF(const float, x, 2, 4), PL_REF(pl_f8e4m3, o, 2, 4))
{
    PL_EACH ((r, 2), (c, 3))
        o[r][c] = pl_to_f8e4m3(x[r][c]);
}

PL_CALL(narrow, narrow_kernel,
        PL_GRID(),
        PL_IN (float, x, (2, 4), PL_WHOLE),
        PL_OUT(pl_f8e4m3, o, (2, 4), PL_WHOLE))

int main(void)
{
    static float x[8];
    static pl_f8e4m3 o[8];
    return narrow(x, o);
}
