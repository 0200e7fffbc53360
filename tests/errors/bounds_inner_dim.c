// A subscript past the end of a block's inner dim is out of range in every row, including the last.

#include <pallas.h>

PL_KERNEL(flatten_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 8))
{
    PL_EACH ((c, 8))
        o[c] = x[0][c];
}

PL_CALL(flatten, flatten_kernel,
        PL_GRID(),
        PL_IN (float, x, (2, 4), PL_WHOLE),
        PL_OUT(float, o, (8), PL_WHOLE))

int main(void)
{
    static float x[8], o[8];
    return flatten(x, o);
}
