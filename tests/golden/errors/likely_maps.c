// options: --check
// Index maps that are valid but likely mistakes: swapped axes, indices in blocks of another size, an asymmetric stencil.

#include <pallas.h>

enum { B = 8, BK = 4 };

PL_KERNEL(product, PL_REF(const float, x, B, BK), PL_REF(const float, y, BK, B), PL_REF(float, z, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

#define CALL(name, GRID_K, XI, YI, ZI) \
    PL_CALL(name, product, PL_SIZES(m, n, k), \
            PL_GRID((i, PL_CDIV(m, B)), (j, PL_CDIV(n, B)), (l, GRID_K)), \
            PL_IN (float, x, (m, k), PL_BLOCKSPEC((B, BK), XI, PL_EDGE(0))), \
            PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, B), YI, PL_EDGE(0))), \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((B, B), ZI)))

CALL(right, PL_CDIV(k, BK), (i, l), (l, j), (i, j))
CALL(input_swapped, PL_CDIV(k, BK), (l, i), (l, j), (i, j))
CALL(output_swapped, PL_CDIV(k, BK), (i, l), (l, j), (j, i))
CALL(by_other_block, PL_CDIV(k, B), (i, l), (l, j), (i, j))
// Only the map is reported, not that each j begins the sum of the same block again.
CALL(output_of_one_axis, PL_CDIV(k, BK), (i, l), (l, j), (i, i))

// Of a square array both axes count the same; what is transposed swaps them for a reason.
PL_KERNEL(flip, PL_REF(const float, x, B, B), PL_REF(float, z, B, B))
{
    PL_EACH ((r, B), (c, B))
        z[r][c] = x[c][r];
}

PL_CALL(transpose, flip, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, B)), (j, PL_CDIV(n, B))),
        PL_IN (float, x, (n, m), PL_BLOCKSPEC((B, B), (j, i))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((B, B), (i, j))))
PL_CALL(transpose_square, flip, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B)), (j, PL_CDIV(n, B))),
        PL_IN (float, x, (n, n), PL_BLOCKSPEC((B, B), (j, i))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((B, B), (i, j))))

PL_KERNEL(blur, PL_REF(const float, x, B + 2), PL_REF(float, z, B))
{
    PL_EACH ((r, B)) {
        z[r] = 0;
        PL_REDUCE (z[r], PL_ADD, (t, 3), PL_INSIDE(x, r + t) ? x[r + t] : 0);
    }
}

PL_CALL(stencil, blur, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1 + B)), (i * B))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))
PL_CALL(shifted, blur, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1 + B)), (i * B + 1))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

// The id is right, and follows another axis than the map that is reported.
PL_KERNEL(masked, PL_REF(const float, x, B, BK), PL_REF(float, z, B, BK))
{
    PL_EACH ((r, B), (c, BK))
        z[r][c] = PL_PROGRAM_ID(1) * BK + c > PL_PROGRAM_ID(0) * B + r ? 0 : x[r][c];
}

PL_CALL(lower_half, masked, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, B)), (j, PL_CDIV(n, BK))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((B, BK), (j, i))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((B, BK), (j, i))))
