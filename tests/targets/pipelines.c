// A product by a PL_PIPELINE whose tiles programs take in turn; with -DGRID, by a call over the same tiles. The kernels are the same.
#include <pallas.h>

enum { BM = 128, BN = 256, BK = 64 };

#ifdef GRID
PL_KERNEL(product_kernel, PL_REF(const pl_bf16, x, BM, BK), PL_REF(const pl_bf16, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_PROGRAM_ID(2) == 0)
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(product, product_kernel,
        PL_SIZES(programs, m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float,   z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))
#else
PL_KERNEL(step_kernel, PL_REF(const pl_bf16, x, BM, BK), PL_REF(const pl_bf16, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(product_kernel, PL_ANY_REF(const pl_bf16, x, 2), PL_ANY_REF(const pl_bf16, y, 2), PL_ANY_REF(float, z, 2))
{
    const long rows = PL_CDIV(PL_DIM(z, 0), BM), columns = PL_CDIV(PL_DIM(z, 1), BN);
    PL_LOOP (t, PL_PROGRAM_ID(0), rows * columns, PL_NUM_PROGRAMS(0)) {
        const int i = (int)(t / columns), j = (int)(t % columns);
        PL_PIPELINE(step_kernel,
                    PL_GRID((l, PL_CDIV(PL_DIM(x, 1), BK))),
                    PL_IN   (x, PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
                    PL_IN   (y, PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
                    PL_INOUT(z, PL_BLOCKSPEC((BM, BN), (i, j), PL_INIT(0, l == 0))));
    }
}

PL_CALL(product, product_kernel,
        PL_SIZES(programs, m, n, k), PL_GRID((p, programs)),
        PL_IN (pl_bf16, x, (m, k), PL_ANY),
        PL_IN (pl_bf16, y, (k, n), PL_ANY),
        PL_OUT(float,   z, (m, n), PL_ANY))
#endif
