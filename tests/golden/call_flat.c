// The axes of a pipeline are axes of the call: tiles that programs share, sums in a tile of the kernel, what an empty pipeline leaves.
#include <pallas.h>

enum { BM = 8, BN = 8, BK = 4 };

PL_KERNEL(add_product, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, sums, BM, BN))
{
    PL_DOT(sums, x, y);
}

PL_KERNEL(tiles_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    const long columns = PL_CDIV(PL_DIM(z, 1), BN);
    PL_LOOP (t, PL_PROGRAM_ID(0), PL_CDIV(PL_DIM(z, 0), BM) * columns, PL_NUM_PROGRAMS(0)) {
        const int row = t / columns, column = (int)(t % columns);
        PL_PIPELINE(add_product,
                    PL_GRID((k, PL_CDIV(PL_DIM(x, 1), BK))),
                    PL_IN   (x, PL_BLOCKSPEC((BM, BK), (row, k), PL_EDGE(0))),
                    PL_IN   (y, PL_BLOCKSPEC((BK, BN), (k, column), PL_EDGE(0))),
                    PL_INOUT(z, PL_BLOCKSPEC((BM, BN), (row, column), PL_INIT(0, k == 0))));
    }
}

PL_CALL(tiles, tiles_kernel, PL_SIZES(programs, m, n, k), PL_GRID(PL_PARALLEL(p, programs)),
        PL_IN(float, x, (m, k), PL_ANY), PL_IN(float, y, (k, n), PL_ANY), PL_INOUT(float, z, (m, n), PL_ANY))

PL_KERNEL(relu_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_REF(float, z, BM, BN))
{
    PL_SCOPED(float, sums, BM, BN);
    PL_FILL(sums, 0);
    PL_PIPELINE(add_product,
                PL_GRID((k, PL_CDIV(PL_DIM(x, 1), BK))),
                PL_IN(x, PL_BLOCKSPEC((BM, BK), (PL_PROGRAM_ID(0), k), PL_EDGE(0))),
                PL_IN(y, PL_BLOCKSPEC((BK, BN), (k, PL_PROGRAM_ID(1)), PL_EDGE(0))),
                PL_PASS(sums));
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = PL_MAX(sums[r][c], 0);
}

PL_CALL(relu, relu_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN(float, x, (m, k), PL_ANY), PL_IN(float, y, (k, n), PL_ANY), PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))
