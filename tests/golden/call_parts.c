// options: --places
// Every part of a call, every spec, block dim and option, and what the axes are.

#include <pallas.h>

enum { B = 4 };

PL_KERNEL(all_kernel,
          PL_SCALAR(int, by),
          PL_SMEM_REF(const int32_t, first, 8),
          PL_SMEM_REF(const int32_t, pairs, 8, 2),
          PL_SMEM_REF(const uint8_t, cube, 2, 3, 4),
          PL_REF(const float, a, B, B),
          PL_REF(const float, b, B),
          PL_REF(const float, c, B + 2, B),
          PL_REF(const float, d, B),
          PL_REF(const float, w, 3, 5),
          PL_REF(float, out, B, B),
          PL_REF(float, two, B),
          PL_REF(float, old, B),
          PL_REF(int32_t, count, 16),
          PL_REF(float, kept, B, B),
          PL_SMEM_REF(int32_t, small, 2))
{
    out[0][0] = a[0][0] + b[0] + c[0][0] + d[0] + w[0][0] + (float)(by + first[0] + pairs[0][1] + cube[0][0][0]);
    two[0] = old[0] = kept[0][0] = 0;
    PL_ATOMIC_ADD(&count[small[0]], 1);
}

PL_CALL(all, all_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(int, by),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_ARBITRARY(j, PL_CDIV(n, B)), (k, by)),
        PL_PREFETCH(int32_t, first, (8)),
        PL_PREFETCH(int32_t, pairs, (8, 2)),
        PL_PREFETCH(uint8_t, cube, (2, 3, 4)),
        PL_IN(float, a, (m, n),
              PL_BLOCKSPEC((B, B), (first[i] + pairs[i][1], cube[0][1][j]), PL_EDGE(-INFINITY), PL_BUFFERED(3))),
        PL_BATCH(r, m / 2, a, out),
        PL_IN(float, b, (m, n, 2), PL_BLOCKSPEC((PL_NONE, B, PL_NONE), (i, j, 1), PL_LOOKAHEAD)),
        PL_IN(float, c, (m, n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1), B), (i * B, j), PL_EDGE(0))),
        PL_IN(float, d, (m), PL_BLOCKSPEC((PL_BOUNDED(B)), (PL_DS(i * B, by)), PL_SPACE(SMEM))),
        PL_IN(float, w, (3, 5), PL_WHOLE),
        PL_OUT(float, out, (m, n), PL_BLOCKSPEC((B, PL_FULL), (i, 0), PL_REVISIT_ANY)),
        PL_OUT(float, two, (m + 2), PL_BLOCKSPEC(PL_UNBLOCKED((B), ((1, 1))), (i * B))),
        PL_SIZES(last),
        PL_INOUT(float, old, (last), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(int32_t, count, (16), PL_ATOMIC),
        PL_SCRATCH(float, (B, B)),
        PL_SCRATCH_SMEM(int32_t, (2)))

PL_KERNEL(copy_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(in_place, copy_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (PL_CDIV(n, B) - 1 - i), PL_ALIAS(x), PL_SPACE(VMEM))))

PL_CALL(once, copy_kernel, PL_GRID(), PL_IN(float, x, (B), PL_WHOLE), PL_OUT(float, z, (B), PL_WHOLE))
