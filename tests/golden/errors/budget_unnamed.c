// options: --check --target=opencl
// The same without a budget: exceeding the memory that every GPU has is a remark. Sums in double need more than a slice of floats.

#include <pallas.h>

enum { M = 64, N = 256 };

PL_KERNEL(flip, PL_REF(const float, x, M, N), PL_REF(float, z, M, N))
{
    PL_TILE(float, t, M, N);
    PL_EACH ((r, M), (c, N))
        t[r][c] = x[r][c];
    PL_EACH ((r, M), (c, N))
        z[r][c] = t[M - 1 - r][c];
}

PL_CALL(flip_rows, flip,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, M))),
        PL_IN (float, x, (n, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, z, (n, N), PL_BLOCKSPEC((M, N), (i, 0))))

enum { BM = 128, BN = 128, BK = 64 };

PL_KERNEL(multiply, PL_REF(const double, x, BM, BK), PL_REF(const double, y, BK, BN), PL_REF(double, z, BM, BN))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(product, multiply,
        PL_GRID(),
        PL_IN (double, x, (BM, BK), PL_WHOLE),
        PL_IN (double, y, (BK, BN), PL_WHOLE),
        PL_OUT(double, z, (BM, BN), PL_WHOLE))

PL_KERNEL(fits, PL_REF(const float, x, M / 2, N), PL_REF(float, z, M / 2, N))
{
    PL_TILE(float, t, M / 2, N);
    PL_ASSIGN(t, x);
    PL_EACH ((r, M / 2), (c, N))
        z[r][c] = t[M / 2 - 1 - r][c];
}

PL_CALL(flip_fewer, fits,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, M / 2))),
        PL_IN (float, x, (n, N), PL_BLOCKSPEC((M / 2, N), (i, 0))),
        PL_OUT(float, z, (n, N), PL_BLOCKSPEC((M / 2, N), (i, 0))))
