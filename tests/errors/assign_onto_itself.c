// The rows of a block move down by one, and each row is overwritten before it is read.

#include <pallas.h>

PL_KERNEL(shift_kernel, PL_REF(float, z, 8, 4))
{
    PL_VIEW(float, from, &z[0], 7, 4);
    PL_VIEW(float, to, &z[1], 7, 4);
    PL_ASSIGN(to, from);
}

PL_CALL(shift, shift_kernel, PL_GRID(), PL_INOUT(float, z, (8, 4), PL_WHOLE))

int main(void)
{
    float z[8][4] = { { 1, 2 }, { 3, 4 } };
    return shift(z[0]);
}
