// PL_INSIDE of the element before the row. The block has no such element, so the program does not know where it is: a row has
// neighbors if the block has a halo.

#include <pallas.h>

enum { B = 4 };

PL_KERNEL(sums_kernel, PL_SCALAR(int, back), PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[c] + (PL_INSIDE(x, c - back) ? x[c - back] : 0);
}

PL_CALL(sums, sums_kernel,
        PL_SIZES(n), PL_SCALAR(int, back),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

int main(void)
{
    float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, z[8];
    return sums(8, 1, x, z);
}
