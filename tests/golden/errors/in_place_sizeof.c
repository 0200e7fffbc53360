// PL_IN_PLACE: the size of a row's type is the distance of rows, which differs between windows.

#define PL_IN_PLACE 1
#include <pallas.h>

enum { M = 4, N = 6 };

PL_KERNEL(sizes_kernel, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_TILE(float, t, M, N);
    PL_ASSIGN(t, x);
    PL_ASSIGN(z, t);
    z[0][0] = (float)(sizeof x[0] / sizeof x[0][0]);
    z[0][1] = (float)sizeof *z_ref;
    z[0][2] = (float)(sizeof t[0] + sizeof x[0][0]);        // right: a tile lies in memory of its own
    z[0][3] = (float)PL_DIM(x, 1);                          // right
}

PL_CALL(sizes, sizes_kernel, PL_GRID((i, 2)),
        PL_IN (float, x, (M, 2 * N), PL_BLOCKSPEC((M, N), (0, i))),
        PL_OUT(float, z, (M, 2 * N), PL_BLOCKSPEC((M, N), (0, i))))
