// Of one window only row 0 is read, of another nothing: no unused variable is emitted.
#include <pallas.h>

PL_KERNEL(corner_kernel, PL_REF(const int32_t, x, 2, 4, 4), PL_REF(const int32_t, y, 4, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[1][0][3 - c];
}

PL_CALL(corner, corner_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, 4)), (j, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (2, m, n), PL_BLOCKSPEC((2, 4, 4), (0, i, j), PL_EDGE(0))),
        PL_IN (int32_t, y, (m, n), PL_BLOCKSPEC((4, 4), (i, j))),
        PL_OUT(int32_t, z, (PL_CDIV(m, 4), n), PL_BLOCKSPEC((PL_NONE, 4), (i, j))))

int main(void)
{
    int32_t x[2][5][6] = { { { 0 } } }, y[5][6] = { { 0 } }, z[2][6];
    x[1][0][3] = 7;
    return corner(5, 6, **x, *y, *z) || z[0][0] != 7;
}
