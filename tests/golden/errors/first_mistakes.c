// options: --check
// What newcomers write in a kernel, and C rejects in words of its own.

#include <pallas.h>

enum { M = 4, N = 8 };

PL_KERNEL(first_kernel, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_EACH ((r, M))
        z[r] = x[r];
    PL_EACH ((r, M), (c, N))
        x[r][c] = i;
}

PL_CALL(first, first_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, M))),
        PL_IN (float, x, (m, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, z, (m, N), PL_BLOCKSPEC((M, N), (i, 0))))
