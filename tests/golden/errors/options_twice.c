// options: --check
// An option of a PL_BLOCKSPEC that is repeated.

#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(const float, x, 4), PL_REF(const float, y, 4), PL_REF(float, z, 4))
{
    PL_EACH ((i, 4))
        z[i] = x[i] + y[i];
}

PL_CALL(two_inputs_of_one_output, add_kernel, PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_IN (float, y, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i), PL_ALIAS(x), PL_ALIAS(y))))

PL_CALL(others, add_kernel, PL_GRID((i, 2)),
        PL_IN (float, x, (8), PL_BLOCKSPEC((4), (i), PL_EDGE(0), PL_EDGE(1), PL_LOOKAHEAD, PL_LOOKAHEAD)),
        PL_IN (float, y, (8), PL_BLOCKSPEC((4), (i), PL_BUFFERED(2), PL_BUFFERED(3))),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i), PL_REVISIT_ANY, PL_REVISIT_ANY, PL_SPACE(VMEM), PL_SPACE(VMEM))))
