// Blocks that matrix instructions multiply, and blocks that they do not multiply, with the reason.
// options: --target=cuda --check=likely
#include <pallas.h>

#define MULTIPLIES(name, BM, BN)                                                                        \
    PL_KERNEL(name##_kernel, PL_REF(const pl_bf16, x, BM, 32), PL_REF(const pl_bf16, y, 32, BN),        \
              PL_REF(float, z, BM, BN))                                                                 \
    {                                                                                                   \
        PL_FILL(z, 0);                                                                                  \
        PL_DOT(z, x, y);                                                                                \
    }                                                                                                   \
    PL_CALL(name, name##_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),     \
            PL_IN (pl_bf16, x, (m, 32), PL_BLOCKSPEC((BM, 32), (i, 0))),                                \
            PL_IN (pl_bf16, y, (32, n), PL_BLOCKSPEC((32, BN), (0, j))),                                \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

MULTIPLIES(by_units, 64, 64)
MULTIPLIES(too_large, 256, 256)
MULTIPLIES(eight_warps, 192, 128)
MULTIPLIES(too_few_warps, 192, 112)
MULTIPLIES(odd_dims, 24, 64)

// The weights are computed in float.
PL_KERNEL(weights_kernel, PL_REF(const pl_bf16, q, 16, 16), PL_REF(const pl_bf16, k, 32, 16), PL_REF(const pl_bf16, v, 32, 16),
          PL_REF(float, o, 16, 16))
{
    PL_TILE(float, p, 16, 32);
    PL_FILL(p, 0);
    PL_FILL(o, 0);
    PL_DOT(p, q, PL_T(k));
    PL_DOT(o, p, v);
}
PL_CALL(weights, weights_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, 16))),
        PL_IN (pl_bf16, q, (m, 16), PL_BLOCKSPEC((16, 16), (i, 0))), PL_IN(pl_bf16, k, (32, 16), PL_WHOLE),
        PL_IN (pl_bf16, v, (32, 16), PL_WHOLE), PL_OUT(float, o, (m, 16), PL_BLOCKSPEC((16, 16), (i, 0))))
