// options: --check=likely
// What may be right is not spoken of before `make run` runs it: programs and elements that a table sends to places of
// their own, the last block of an array that another map writes. A count that some of two iterations may lose is.

#include <pallas.h>

enum { B = 4, N = 3 };

PL_KERNEL(copy, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B)) { PL_ASSIGN(z, x); }

PL_KERNEL(copy_to, PL_SMEM_REF(const int32_t, to, N), PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_CHECK(to[0] >= 0);
    PL_ASSIGN(z, x);
}

PL_KERNEL(permute, PL_SMEM_REF(const int32_t, to, B), PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[to[c]] = x[c];
    PL_EACH ((c, B))
        z[c] += z[to[c]];
}

PL_KERNEL(add_one, PL_REF(int32_t, x, B))
{
    PL_EACH ((c, B))
        x[c]++;
}

PL_KERNEL(count, PL_REF(const int32_t, x, B), PL_REF(int32_t, bins, B), PL_REF(int32_t, twice, B))
{
    PL_WHEN (PL_FIRST(0)) {
        PL_FILL(bins, 0);
        PL_FILL(twice, 0);
    }
    PL_EACH ((c, B))
        bins[x[c]]++;
    PL_EACH ((c, B))
        twice[x[c]] = twice[x[c]] + 2;
}

PL_CALL(moved, copy_to, PL_PREFETCH(int32_t, to, (N)),
        PL_GRID((i, N)),
        PL_IN (int32_t, x, (N * B), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (N * B), PL_BLOCKSPEC((B), (to[i]))))

PL_CALL(moved_at_once, copy_to, PL_PREFETCH(int32_t, to, (N)),
        PL_GRID(PL_PARALLEL(i, N)),
        PL_IN (int32_t, x, (N * B), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (N * B), PL_BLOCKSPEC((B), (to[i]))))

PL_CALL(permuted, permute,
        PL_GRID(),
        PL_PREFETCH(int32_t, to, (B)),
        PL_IN (int32_t, x, (B), PL_WHOLE),
        PL_OUT(int32_t, z, (B), PL_WHOLE))

PL_CALL(often, add_one, PL_SIZES(times),
        PL_GRID((k, times)),
        PL_INOUT(int32_t, x, (B), PL_WHOLE))

PL_CALL(chain, copy, PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B) - 1)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((B), (i + 1), PL_ALIAS(x))))

PL_CALL(counts, count, PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((B), (i), PL_EDGE(0))),
        PL_OUT(int32_t, bins, (B), PL_WHOLE),
        PL_OUT(int32_t, twice, (B), PL_WHOLE))
