// options: --check
// Steps of a PL_REDUCTION axis that do more than accumulate.

#include <pallas.h>

enum { N = 4 };
struct best { float value; int at; };

static struct best better(struct best a, struct best b)
{
    return a.value < b.value ? b : a;
}

PL_KERNEL(first_only, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_EACH ((c, N))
        z[c] = PL_FIRST(0) ? x[c] : z[c] + x[c];
}

PL_KERNEL(decay, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, half, N))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, N)) {
        half[c] = 0.5f * x[c];
        z[c] = half[c] * z[c] + x[c];
    }
}

PL_KERNEL(running, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, most, N))
{
    PL_WHEN (PL_FIRST(0)) {
        PL_FILL(z, 0);
        PL_FILL(most, 0);
    }
    PL_EACH ((c, N))
        most[c] = PL_MAX(most[c], x[c]);
    PL_EACH ((c, N))
        z[c] += x[c] - most[c];
}

PL_KERNEL(two_ways, PL_REF(const float, x, N), PL_REF(int32_t, z, N))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, N))
        z[c] += (int)x[c];
    PL_EACH ((c, N))
        z[c] = PL_MAX(z[c], 1);
}

PL_KERNEL(rounded, PL_REF(const float, x, N), PL_REF(int32_t, z, N))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, N))
        z[c] += x[c];
}

PL_KERNEL(best_of, PL_REF(const float, x, N), PL_REF(struct best, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        z[0] = (struct best){ -INFINITY, 0 };
    PL_REDUCE (z[0], better, (c, N), (struct best){ x[c], (int)(PL_AXIS(l) * N + c) });
}

PL_KERNEL(copied, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_ASSIGN(z, x);
}

PL_CALL(takes_the_first, first_only, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(float, z, (N), PL_WHOLE))
PL_CALL(decays, decay, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(float, z, (N), PL_WHOLE), PL_SCRATCH(float, (N)))
PL_CALL(reads_a_part, running, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(float, z, (N), PL_WHOLE), PL_OUT(float, most, (N), PL_WHOLE))
PL_CALL(mixes, two_ways, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(int32_t, z, (N), PL_WHOLE))
PL_CALL(rounds, rounded, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(int32_t, z, (N), PL_WHOLE))
PL_CALL(finds_best, best_of, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(struct best, z, (1), PL_WHOLE))
PL_CALL(moves, copied, PL_GRID(PL_REDUCTION(l, 8)), PL_IN(float, x, (8 * N), PL_BLOCKSPEC((N), (l))),
        PL_OUT(float, z, (8 * N), PL_BLOCKSPEC((N), (l))))
PL_CALL(not_last, copied, PL_GRID(PL_REDUCTION(l, 2), (i, 2)), PL_IN(float, x, (2 * N), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (2 * N), PL_BLOCKSPEC((N), (i), PL_REVISIT_ANY)))
PL_CALL(in_parts, copied, PL_GRID((i, 2), PL_REDUCTION(l, 2, 1.5)), PL_IN(float, x, (2 * N), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (2 * N), PL_BLOCKSPEC((N), (i))))
