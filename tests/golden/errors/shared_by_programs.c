// options: --check
// Arrays that all programs share are accessed only by PL_ATOMIC_...; and an axis that nothing depends on.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(count, PL_REF(const uint8_t, x, B), PL_REF(int32_t, bins, 4), PL_REF(int32_t, most, 1))
{
    PL_EACH ((i, B))
        bins[x[i] & 3]++;
    PL_EACH ((i, B))
        if (x[i] > most[0])
            PL_ATOMIC_MAX(&most[0], x[i]);
}

PL_CALL(counts, count, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))),
        PL_IN   (uint8_t, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(int32_t, bins, (4), PL_ATOMIC), PL_INOUT(int32_t, most, (1), PL_ATOMIC))

PL_KERNEL(copy, PL_REF(const float, x, B), PL_REF(float, z, B)) { PL_ASSIGN(z, x); }

PL_CALL(repeated, copy, PL_SIZES(n, m), PL_GRID((i, PL_CDIV(n, B)), (again, m)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

// Whole blocks are read, too.
PL_KERNEL(copies, PL_REF(int32_t, bins, 4), PL_REF(int32_t, z, 4))
{
    PL_ATOMIC_ADD(&bins[0], 1);
    PL_ASSIGN(z, bins);
}

PL_CALL(copied, copies, PL_SIZES(n), PL_GRID((i, n)),
        PL_INOUT(int32_t, bins, (4), PL_ATOMIC),
        PL_OUT(int32_t, z, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))
