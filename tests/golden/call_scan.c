// call_scan.c -- what the elements of a row up to each add up to: of run-time length, by the threads of a block.
#include <pallas.h>

PL_KERNEL(sums_kernel, PL_SCALAR(long, n), PL_REF(const pl_bf16, x, n), PL_REF(pl_bf16, z, n), PL_REF(float, total, 1))
{
    float sum = 0;
    PL_SCAN (sum, PL_ADD, (c, n), pl_to_f32(x[c]))
        z[c] = pl_to_bf16(sum);
    total[0] = sum;
}

PL_CALL(sums, sums_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID(PL_PARALLEL(i, m)),
        PL_IN (pl_bf16, x, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, 0))),
        PL_OUT(float, total, (m), PL_BLOCKSPEC((1), (i))))
