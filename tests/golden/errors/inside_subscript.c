// options: --check
// PL_INSIDE of elements that a block has not. A condition on the same index may make it right.

#include <pallas.h>

enum { B = 4 };

PL_KERNEL(sums_kernel, PL_REF(const float, x, B, B), PL_REF(float, z, B, B))
{
    PL_EACH ((r, B), (c, B))
        z[r][c] = (PL_INSIDE(x, r - 1, c) ? x[r - 1][c] : 0) + (c + 1 < B && PL_INSIDE(x, r, c + 1) ? x[r][c + 1] : 0);
}

PL_CALL(sums, sums_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n, B), PL_BLOCKSPEC((B, B), (i, 0))),
        PL_OUT(float, z, (n, B), PL_BLOCKSPEC((B, B), (i, 0))))
