// options: --check
// PL_ALIAS names an input of its call.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(twice, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((r, B))
        z[r] = 2 * x[r];
}

#define CALL(name, alias) \
    PL_CALL(name, twice, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))), \
            PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))), \
            PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i), PL_ALIAS(alias))))

CALL(of_nothing, y)
CALL(of_itself, z)
CALL(right, x)
