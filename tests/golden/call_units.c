// PL_DOT of 16-bit floats in blocks that matrix instructions take: where a machine has some, slices keep their type, and the sums
// lie as the instruction has them. Elsewhere lanes multiply floats.
#include <pallas.h>

PL_KERNEL(product_kernel, PL_REF(const pl_bf16, x, 32, 64), PL_REF(const pl_bf16, y, 16, 64), PL_REF(float, z, 32, 16))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_DOT(z, x, PL_T(y));  // z += x · yᵀ
    PL_EACH ((r, 32)) {
        float most = 0;
        PL_REDUCE (most, PL_MAX, (c, 16), z[r][c]);
        PL_EACH ((c, 16))
            z[r][c] -= most;
    }
}

PL_CALL(product, product_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, 32)), (l, 4)),
        PL_IN (pl_bf16, x, (m, 256), PL_BLOCKSPEC((32, 64), (i, l), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (16, 256), PL_BLOCKSPEC((16, 64), (0, l))),
        PL_OUT(float, z, (m, 16), PL_BLOCKSPEC((32, 16), (i, 0))))
