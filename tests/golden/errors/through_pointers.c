// options: --check
// Iterations of PL_EACH that access the same element through a pointer into a block.

#include <pallas.h>

enum { M = 4, N = 8 };

PL_KERNEL(meet, PL_REF(const int32_t, x, M, N), PL_REF(int32_t, z, N), PL_REF(int32_t, y, M, N))
{
    PL_FILL(z, 0);
    PL_ASSIGN(y, x);
    int32_t *p = z, *row = y[1];
    PL_EACH ((c, N))
        p[0] += x[0][c];
    PL_EACH ((c, N))
        *p = x[1][c];
    PL_EACH ((c, N)) {
        int32_t *own = &z[0];
        own[c / 2] = x[2][c];
    }
    PL_EACH ((c, 1, N))
        row[c] = row[c - 1];

    // These do not.
    PL_EACH ((c, N))
        p[c] += x[3][c];
    PL_EACH ((r, M), (c, N)) {
        int32_t *here = y[r];
        here[c] = 2 * here[c];
    }
    PL_EACH ((c, N))
        row[c] = y[2][c];
}

PL_CALL(meeting, meet, PL_GRID(), PL_IN(int32_t, x, (M, N), PL_WHOLE), PL_OUT(int32_t, z, (N), PL_WHOLE),
        PL_OUT(int32_t, y, (M, N), PL_WHOLE))
