// Which axes scratch is carried along: where it is set first thing, in each program that steps the axis, it is not.

#include <pallas.h>

enum { N = 4 };

PL_KERNEL(set_first, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(s, 0);
    PL_EACH ((c, N))
        s[c] += x[c];
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, s);
}

PL_KERNEL(set_each, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N))
{
    PL_EACH ((c, N))
        s[c] = 2 * x[c];
    PL_ASSIGN(z, s);
}

PL_KERNEL(set_in_part, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N))
{
    PL_EACH ((c, 1, N))
        s[c] = x[c];
    PL_WHEN (PL_FIRST(0))
        s[0] = 0;
    PL_ASSIGN(z, s);
}

PL_KERNEL(leaves_first, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, s, N))
{
    PL_ASSIGN(z, x);
    if (x[0] < 0)
        return;
    PL_FILL(s, 0);
}

#define PARTS \
    PL_IN (float, x, (N * m * n), PL_BLOCKSPEC((N), (i * n + j))), \
    PL_OUT(float, z, (N * m * n), PL_BLOCKSPEC((N), (i * n + j))), PL_SCRATCH(float, (N))

PL_CALL(sums, set_first, PL_SIZES(m, n, k), PL_GRID((i, m), (j, n), (l, k)), PARTS)
PL_CALL(twice, set_each, PL_SIZES(m, n), PL_GRID((i, m), (j, n)), PARTS)
PL_CALL(in_part, set_in_part, PL_SIZES(m, n), PL_GRID((i, m), (j, n)), PARTS)
PL_CALL(leaves, leaves_first, PL_SIZES(m, n), PL_GRID((i, m), (j, n)), PARTS)

PL_KERNEL(fill, PL_REF(float, z, N)) { PL_FILL(z, 1); }

// Two programs for each block: sequential for certain, whatever n is.
PL_CALL(by_halves, fill, PL_SIZES(n), PL_GRID((i, 2 * PL_CDIV(n, N))), PL_OUT(float, z, (n), PL_BLOCKSPEC((N), (i / 2))))
