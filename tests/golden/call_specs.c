// Every kind of spec: dropped, full, element and bounded dims, tables that maps read, batches, aliases, revisits.
#include <pallas.h>

enum { B = 4 };

PL_KERNEL(gather_kernel,
          PL_SMEM_REF(const int32_t, rows, 3),
          PL_REF(const float, x, B),
          PL_REF(const float, halo, B + 2),
          PL_REF(const float, part, B),
          PL_REF(const float, all, 3),
          PL_REF(float, z, B),
          PL_REF(float, last, B),
          PL_SMEM_REF(int32_t, steps, 1))
{
    PL_WHEN (PL_FIRST(1))
        steps[0] = 0;
    steps[0]++;
    long there = PL_SIZE(part, 0);
    PL_EACH ((c, B)) {
        float near = halo[c] + halo[c + 2];
        z[c] = x[c] + near + (c < there ? part[c] : 0) + all[rows[PL_PROGRAM_ID(1)]];
        last[c] += z[c] + (float)steps[0];
    }
}

PL_CALL(gather, gather_kernel,
        PL_SIZES(batches, m, n),
        PL_BATCH(b, batches, x, z, last),
        PL_GRID((i, 3), (j, PL_CDIV(n, B))),
        PL_PREFETCH(int32_t, rows, (3)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_NONE, B), (rows[i], j))),
        PL_IN (float, halo, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B)), (j * B), PL_EDGE(0))),
        PL_IN (float, part, (n), PL_BLOCKSPEC((PL_BOUNDED(B)), (PL_DS(j * B, n - j * B < B ? n - j * B : B)))),
        PL_IN (float, all, (3), PL_WHOLE),
        PL_OUT(float, z, (3, n), PL_BLOCKSPEC((PL_NONE, B), (i, j))),
        PL_INOUT(float, last, (n), PL_BLOCKSPEC((B), (j), PL_REVISIT_ANY)),
        PL_SCRATCH_SMEM(int32_t, (1)))

PL_KERNEL(shift_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 1, n), PL_REF(float, z, 1, n))
{
    PL_EACH ((c, n))
        z[0][c] = x[0][c] + 1;
}

PL_CALL(shift, shift_kernel,
        PL_SIZES(m), PL_SCALAR(long, n),
        PL_GRID((i, m - 1)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((1, PL_FULL), (i + 1, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((1, PL_FULL), (i, 0), PL_ALIAS(x))))
