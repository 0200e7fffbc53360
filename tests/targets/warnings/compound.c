// Commas in a compound literal do not separate arguments of a target's macro.
#include <pallas.h>

struct pair { int32_t a, b; };

PL_KERNEL(most_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 2))
{
    int32_t top = 0;
    PL_REDUCE (top, PL_MAX, (c, 4), ((struct pair){ x[c], 2 }).a);
    PL_CHECK(((struct pair){ top, 1 }).b == 1);
    z[0] = top;
    z[1] = PL_MAX(((struct pair){ x[0], 2 }).b, PL_CDIV(((struct pair){ 9, x[1] }).a, 2));
}

PL_CALL(most, most_kernel, PL_GRID(), PL_IN(int32_t, x, (4), PL_WHOLE), PL_OUT(int32_t, z, (2), PL_WHOLE))

int main(void)
{
    int32_t x[4] = { 1, 2, 3, 9 }, z[2];
    return most(x, z) || z[0] != 9 || z[1] != 5;
}
