// options: --emit=facts
// The grid, a shape and a map that call a helper.

#include <pallas.h>

static inline long halved(long n) { return n / 2; }

PL_KERNEL(copy, PL_REF(const float, x, 4), PL_REF(float, z, 4)) { PL_ASSIGN(z, x); }

PL_CALL(copies, copy, PL_SIZES(n), PL_GRID((i, halved(n))),
        PL_IN (float, x, (4 * halved(n)), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (halved(2 * i)))))
