// options: --check
// An output is read under a condition, before it is written: the user meant a PL_INOUT.

#include <pallas.h>

enum { M = 4, N = 8 };

PL_KERNEL(drop_out, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_EACH ((r, M), (c, N))
        z[r][c] = x[r][c] > 0 ? 2 * z[r][c] : 0;
}

PL_KERNEL(some, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_EACH ((r, M), (c, N))
        if (x[r][c] > 0)
            z[r][c] += x[r][c];
        else
            z[r][c] = PL_LOAD(z[r][c], x[r][c] > -1, 0.0f);
}

// Read after it was written; in the second round of a loop; what is kept may have been written by then.
PL_KERNEL(right, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_EACH ((r, M), (c, N)) {
        z[r][c] = x[r][c];
        if (x[r][c] > 0)
            z[r][c] += 1;
    }
}

PL_KERNEL(running, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_EACH ((c, N))
        PL_LOOP (r, 0, M)
            z[r][c] = r > 0 && x[r][c] > 0 ? z[r - 1][c] + x[r][c] : x[r][c];
}

PL_KERNEL(kept, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_EACH ((r, M), (c, N))
        z[r][c] = x[r][c] > 0 ? z[r][c] + x[r][c] : x[r][c];
}

#define CALL(kernel) \
    PL_CALL(call_##kernel, kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, M))), \
            PL_IN (float, x, (m, N), PL_BLOCKSPEC((M, N), (i, 0))), \
            PL_OUT(float, z, (m, N), PL_BLOCKSPEC((M, N), (i, 0))))

CALL(drop_out)
CALL(some)
CALL(right)
CALL(running)
PL_CALL(call_kept, kept, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, M))),
        PL_IN (float, x, (m, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, z, (M, N), PL_WHOLE))
