// options: --check
// Two calls run one kernel, and only one of them has a block that is new in each program.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] += x[c];
}

PL_CALL(add, sum_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN   (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_INOUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(sum, sum_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
