// A power of a matrix, in place: PL_DOT accumulates into a block that it also reads. `pallasc --check` reports it from the source.

#include <pallas.h>

PL_FUNCTION(void, multiply, PL_REF(float, z, 4, 4), PL_REF(const float, x, 4, 4), PL_REF(const float, y, 4, 4))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(square_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, z, 4, 4))
{
    PL_ASSIGN(z, x);
    multiply(PL_PASS(z), PL_PASS(z), PL_PASS(x));
}

PL_CALL(square, square_kernel, PL_GRID(),
        PL_IN (float, x, (4, 4), PL_WHOLE),
        PL_OUT(float, z, (4, 4), PL_WHOLE))

int main(void)
{
    float x[4][4] = { { 1, 2 }, { 3, 4 } }, z[4][4];
    return square(x[0], z[0]);
}
