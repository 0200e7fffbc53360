// Two calls of a kernel that give an array left in HBM different shapes.
// options: --target=tpu
#include <pallas.h>

enum { N = 8 };

PL_KERNEL(copies, PL_ANY_REF(const float, x, 1), PL_REF(float, z, N))
{
    PL_SYNC_COPY(PL_AT(x, PL_DS(0, N)), z);
}

PL_CALL(first, copies, PL_SIZES(n), PL_GRID((i, n / N)), PL_IN(float, x, (n), PL_ANY), PL_OUT(float, z, (n), PL_BLOCKSPEC((N), (i))))
PL_CALL(second, copies, PL_SIZES(m), PL_GRID((i, m / N)), PL_IN(float, x, (m), PL_ANY), PL_OUT(float, z, (m), PL_BLOCKSPEC((N), (i))))
