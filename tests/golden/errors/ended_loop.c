// options: --check
// A semicolon ends a loop before its body, and a PL_IDENTITY is written above its function.

#include <pallas.h>

enum { M = 4, N = 8 };

PL_IDENTITY(last, 0)
int32_t last(int32_t a, int32_t b) { return b != 0 ? b : a; }

PL_KERNEL(run_kernel, PL_REF(const int32_t, x, M, N), PL_REF(int32_t, z, M, N))
{
    PL_EACH ((r, M)) {
        int32_t s = 0;
        PL_SCAN (s, PL_ADD, (c, N), x[r][c]);
            z[r][c] = s;
    }
    PL_EACH ((r, M), (k, N))
        z[r][k] += x[r][k];
    z[0][k] = 0;
}

PL_CALL(run, run_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, M))),
        PL_IN (int32_t, x, (m, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(int32_t, z, (m, N), PL_BLOCKSPEC((M, N), (i, 0))))
