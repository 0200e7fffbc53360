// options: --check
// A value that is a block, its row, or a pointer.

#include <pallas.h>

PL_KERNEL(fills, PL_REF(const float, x, 4, 8), PL_REF(const float, w, 8), PL_REF(float, z, 4, 8))
{
    const float *first = x[0];
    PL_FILL(z, x);
    PL_FILL(z, w);
    PL_FILL(z, x[1]);
    PL_FILL(z, &w[1]);
    PL_FILL(z, first);
    PL_FILL(z, first[1]);
}

PL_KERNEL(copies, PL_REF(const float, x, 4), PL_REF(float, z, 4)) { PL_ASSIGN(z, x); }

static const float zeros[1] = { 0 };

PL_CALL(edge, copies, PL_GRID((i, 2)), PL_IN(float, x, (7), PL_BLOCKSPEC((4), (i), PL_EDGE(zeros))),
        PL_OUT(float, z, (7), PL_BLOCKSPEC((4), (i))))
