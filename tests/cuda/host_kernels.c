// Calls for host.cc: one whose programs have separate blocks, one with checks, one whose blocks need workspace, one that reads where
// its table says.
#include <pallas.h>

PL_KERNEL(scale_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8), PL_SCALAR(float, by))
{
    PL_EACH ((c, 8))
        z[c] = by * x[c];
}
PL_CALL(scale, scale_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 8))),
        PL_IN(float, x, (n), PL_BLOCKSPEC((8), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((8), (i))), PL_SCALAR(float, by))

PL_KERNEL(positive_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    PL_CHECK (x[0] >= 0, "x is %g", x[0]);
    PL_EACH ((c, 8))
        z[c] = x[c] + 1;
}
PL_CALL(positive, positive_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 8))),
        PL_IN(float, x, (n), PL_BLOCKSPEC((8), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((8), (i))))

enum { LARGE = 24000 };

PL_KERNEL(reverse_kernel, PL_REF(const float, x, LARGE), PL_REF(float, z, LARGE))
{
    PL_TILE(float, t, LARGE);
    PL_EACH ((c, LARGE))
        t[LARGE - 1 - c] = x[c];
    PL_EACH ((c, LARGE))
        z[c] = t[c];
}
PL_CALL(reverse, reverse_kernel, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN(float, x, (n, LARGE), PL_BLOCKSPEC((PL_NONE, LARGE), (i, 0))),
        PL_OUT(float, z, (n, LARGE), PL_BLOCKSPEC((PL_NONE, LARGE), (i, 0))))

PL_KERNEL(picked_kernel, PL_REF(const int, t, 8), PL_REF(int, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = t[t[c]];
}
PL_CALL(picked, picked_kernel, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN(int, t, (n, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))), PL_OUT(int, z, (n, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))))
