// options: --check
// What a block is to begin with: the identity of the function that reduces, in a statement that the block's type allows, under
// PL_FIRST of every axis that the block is kept along.

#include <pallas.h>

enum { B = 4 };

struct low { float value; int32_t at; };

static struct low lower(struct low a, struct low b)
{
    return b.value < a.value || (b.value == a.value && b.at < a.at) ? b : a;
}
PL_IDENTITY(lower, (struct low){ INFINITY, 1 << 30 })

static float larger(float a, float b)
{
    return a > b ? a : b;
}
PL_IDENTITY(larger, -INFINITY)

static float product(float a, float b)
{
    return a * b;
}

PL_KERNEL(by_function, PL_REF(const float, x, B), PL_REF(struct low, low, 1), PL_REF(struct low, each, 1, B), PL_REF(float, top, B),
          PL_REF(uint8_t, most, B), PL_REF(float, all, 1))
{
    PL_REDUCE (low[0], lower, (c, B), (struct low){ x[c], (int32_t)c });
    PL_EACH ((c, B))
        PL_REDUCE (each[0][c], lower, (u, 1), (struct low){ x[c], (int32_t)c });
    PL_EACH ((c, B)) {
        PL_REDUCE (top[c], larger, (u, 1), x[c]);
        most[c] = PL_MAX(most[c], 3);
    }
    PL_REDUCE (all[0], product, (c, B), x[c]);
}

PL_CALL(functions, by_function, PL_SIZES(n), PL_GRID((l, n)),
        PL_IN (float, x, (B * n), PL_BLOCKSPEC((B), (l))), PL_OUT(struct low, low, (1), PL_WHOLE),
        PL_OUT(struct low, each, (1, B), PL_WHOLE), PL_OUT(float, top, (B), PL_WHOLE), PL_OUT(uint8_t, most, (B), PL_WHOLE),
        PL_OUT(float, all, (1), PL_WHOLE))

PL_KERNEL(two_axes, PL_REF(const float, x, B), PL_REF(float, z, B), PL_REF(float, acc, B))
{
    PL_EACH ((c, B))
        z[c] += x[c];
    PL_EACH ((c, B))
        acc[c] += x[c];
}

PL_CALL(over_two_axes, two_axes, PL_SIZES(n, p, q), PL_GRID((i, n), (u, p), (v, q)),
        PL_IN (float, x, (p, q, B * n), PL_BLOCKSPEC((PL_NONE, PL_NONE, B), (u, v, i))),
        PL_OUT(float, z, (B * n), PL_BLOCKSPEC((B), (i))), PL_SCRATCH(float, (B)))

PL_KERNEL(cleared, PL_REF(const float, x, B), PL_REF(float, z, B), PL_REF(float, acc, B))
{
    PL_FILL(acc, 0);
    PL_EACH ((c, B))
        acc[c] += x[c];
    PL_WHEN (PL_LAST(1) && PL_LAST(2))
        PL_ASSIGN(z, acc);
}

PL_CALL(cleared_along_two_axes, cleared, PL_SIZES(n, p, q), PL_GRID((i, n), (u, p), (v, q)),
        PL_IN (float, x, (p, q, B * n), PL_BLOCKSPEC((PL_NONE, PL_NONE, B), (u, v, i))),
        PL_OUT(float, z, (B * n), PL_BLOCKSPEC((B), (i))), PL_SCRATCH(float, (B)))

PL_KERNEL(written, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[c];
}

PL_CALL(written_over_two_axes, written, PL_SIZES(p, q), PL_GRID((u, p), PL_REDUCTION(v, q)),
        PL_IN (float, x, (p, q, B), PL_BLOCKSPEC((PL_NONE, PL_NONE, B), (u, v, 0))), PL_OUT(float, z, (B), PL_WHOLE))
