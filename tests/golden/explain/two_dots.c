// Two PL_DOTs of a step, which multiply the same operand.
// options: --target=cuda --check=likely
#include <pallas.h>

enum { BM = 64, BN = 64, BK = 16 };

PL_KERNEL(gated_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, up, BK, BN), PL_REF(const float, gate, BK, BN),
          PL_REF(float, z, BM, BN), PL_REF(float, g, BM, BN))
{
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(z, 0);
        PL_FILL(g, 0);
    }
    PL_DOT(z, x, up);
    PL_DOT(g, x, gate);
}

PL_CALL(gated, gated_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, up, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float, gate, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, g, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))
