// A pipeline in a kernel: a block that is fetched, one that is added to, what precedes a fetch, a ragged edge.
#include <pallas.h>

enum { B = 4 };

PL_KERNEL(add_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] += PL_INSIDE(x, c) ? x[c] : (float)PL_PROGRAM_ID(0);
}

PL_KERNEL(rows_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, z, 1), PL_SEM(s))
{
    PL_SIGNAL(s, 2);
    PL_PIPELINE(add_kernel,
                PL_GRID((j, PL_DIM(z, 0) / B), (r, 2)),
                PL_IN   (x, PL_BLOCKSPEC((PL_NONE, B), (r, j), PL_EDGE(0), PL_BEFORE_FETCH(PL_WHEN (j == 0) PL_SEM_WAIT(s, 1)))),
                PL_INOUT(z, PL_BLOCKSPEC((B), (j), PL_INIT(1, r == 0))));
}

PL_CALL(rows, rows_kernel, PL_SIZES(n), PL_GRID(),
        PL_IN(float, x, (2, n + 1), PL_ANY), PL_OUT(float, z, (n), PL_ANY), PL_SCRATCH_SEM())
