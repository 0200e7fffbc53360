// options: --emit=nodes
// Node by node: accesses of blocks and subscripts of arrays, the types of expressions, and what is constant.

#include <pallas.h>

enum { B = 4 };
static const bool flag = 7;
static const float taps[2] = { 1, 2 };

PL_FUNCTION(float, corner, PL_REF(const float, v, B, B))
{
    return v[0][B - 1];
}

PL_KERNEL(nodes_kernel, PL_SMEM_REF(const int32_t, t, 8), PL_REF(const float, x, B, B), PL_REF(float, z, B, B),
          PL_SCALAR(long, n))
{
    PL_TILE(float, tile, B, 2 * B);
    const float *row = x[1];
    PL_EACH ((r, B), (c, 1, B))
        z[r][c] = x[r][c - 1] * taps[c & 1] + row[c] + (float)t[r];
    PL_WHEN (PL_PROGRAM_ID(0) + flag == -B)
        z[0][0] = corner(PL_PASS(x)) + tile[1][(uint8_t)257 + PL_DIM(tile, 1) - PL_CDIV(17, B)] + (float)sizeof(long);
    long top = 0;
    PL_REDUCE (top, PL_MAX, (c, B), PL_MAX(t[c], n));
}

PL_CALL(nodes, nodes_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, B))),
        PL_PREFETCH(int32_t, t, (8)),
        PL_IN (float, x, (m, m), PL_BLOCKSPEC((B, B), (t[i], 0), PL_EDGE(0))),
        PL_OUT(float, z, (m, m), PL_BLOCKSPEC((B, B), (i, 0))),
        PL_SCALAR(long, n))
