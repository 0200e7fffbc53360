// The left operand of a comma becomes a statement, or nothing.
#include <pallas.h>

PL_KERNEL(comma_kernel, PL_SCALAR(int, from), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    int at = from;
    z[0] = (at++, x[1]);
    z[1] = (at += 2, x[2]);
    z[2] = z[3] = at;
}

PL_CALL(comma, comma_kernel, PL_SCALAR(int, from), PL_GRID(), PL_IN(int32_t, x, (4), PL_WHOLE), PL_OUT(int32_t, z, (4), PL_WHOLE))

int main(void)
{
    int32_t x[4] = { 1, 2, 3, 4 }, z[4];
    return comma(1, x, z) || z[0] != 2 || z[1] != 3 || z[3] != 4;
}
