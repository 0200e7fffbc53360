// options: --check
// Libraries of the system call functions of their own by these names: the program's would take their place.

#include <pallas.h>

static float read(float x)
{
    return x + 1;
}

PL_KERNEL(open, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = read(x[c]);
}

PL_CALL(stat, open, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(stat_of, open, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
