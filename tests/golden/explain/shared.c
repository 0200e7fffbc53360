// Windows of which several lanes read, or write, one element, and which are in place.
#include <pallas.h>

PL_KERNEL(shared_kernel, PL_REF(const float, x, 40, 64), PL_REF(const float, y, 32, 32), PL_REF(float, z, 32, 32))
{
    PL_EACH ((r, 32), (c, 32)) {
        float sum = 0;
        PL_LOOP (k, 0, 4) sum += x[r + k][c];
        z[r][c] = sum;
    }
    PL_EACH ((r, 32), (c, 32)) z[c][r] *= y[c % 8][r];
}

PL_CALL(shared, shared_kernel, PL_GRID((i, 4)),
        PL_IN (float, x, (160, 64), PL_BLOCKSPEC((40, 64), (i, 0))),
        PL_IN (float, y, (128, 32), PL_BLOCKSPEC((32, 32), (i, 0))),
        PL_OUT(float, z, (128, 32), PL_BLOCKSPEC((32, 32), (i, 0))))
