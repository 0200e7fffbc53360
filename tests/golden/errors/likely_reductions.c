// options: --check
// Reductions that are valid but likely mistakes: their initial values, their elements, and the width of their accumulators.

#include <pallas.h>

enum { BM = 4, BN = 16 };

#define KERNEL(name) PL_KERNEL(name, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM), PL_REF(pl_bf16, acc, BM))

// The largest of what is negative is not 0, and a product that begins at 0 stays 0.
KERNEL(begins_at_zero)
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((r, BM)) {
        float least = 0, all = 0;
        PL_REDUCE (z[r], PL_MAX, (c, BN), PL_INSIDE(x, r, c) ? x[r][c] : 0);
        PL_REDUCE (least, PL_MIN, (c, BN), x[r][c]);
        PL_REDUCE (all, PL_MUL, (c, BN), PL_INSIDE(x, r, c) ? x[r][c] : 1);
        PL_REDUCE (z[r], PL_MAX, (c, BN), x[r][c]);
        z[r] += least * all;
    }
    PL_FILL(acc, 0);
}

// What lies outside reads as 0, and is folded, too.
KERNEL(takes_in_the_edge)
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, -INFINITY);
    PL_EACH ((r, BM)) {
        float sum = 0, mean = x[r][0];
        PL_REDUCE (sum, PL_ADD, (c, BN), expf(x[r][c]));
        PL_REDUCE (sum, PL_ADD, (c, BN), (x[r][c] - mean) * (x[r][c] - mean));
        PL_REDUCE (sum, PL_ADD, (c, BN), x[r][c] <= 3);
        PL_REDUCE (z[r], PL_MAX, (c, BN), x[r][c]);
        z[r] = PL_MAX(z[r], sum);
    }
    PL_FILL(acc, 0);
}

KERNEL(in_few_bits)
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(acc, 0);
    PL_EACH ((r, BM)) {
        int sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, BN), x[r][c]);
        acc[r] = pl_to_bf16(pl_to_f32(acc[r]) + (float)sum);
        z[r] = x[r][0] == 0.1 ? 1 : pl_to_f32(acc[r]);
    }
}

KERNEL(right)
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((r, BM)) {
        float top = -INFINITY, sum = 0, furthest = 0;
        int count = 0;
        PL_REDUCE (furthest, PL_MAX, (c, BN), fabsf(x[r][c]));
        PL_REDUCE (top, PL_MAX, (c, BN), PL_INSIDE(x, r, c) ? x[r][c] : -INFINITY);
        PL_REDUCE (sum, PL_ADD, (c, BN), PL_INSIDE(x, r, c) ? expf(x[r][c] - top) : 0);
        PL_REDUCE (sum, PL_ADD, (c, BN), x[r][c] * x[r][c]);
        PL_REDUCE (count, PL_ADD, (c, BN), x[r][c] == 0.1f);
        PL_REDUCE (count, PL_ADD, (c, BN), x[r][c] > sum);
        PL_REDUCE (z[r], PL_ADD, (c, BN), 2 * x[r][c]);
        z[r] += x[r][0] == 0.5 ? sum : (float)count + furthest;
        acc[r] = pl_to_bf16(sum);
    }
}

#define CALL(kernel, SCRATCH) \
    PL_CALL(call_##kernel, kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))), \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))), \
            PL_OUT(float, z, (m), PL_BLOCKSPEC((BM), (i))), SCRATCH)

CALL(begins_at_zero, PL_SCRATCH(pl_bf16, (BM)))
CALL(takes_in_the_edge, PL_SCRATCH(pl_bf16, (BM)))
CALL(in_few_bits, PL_SCRATCH(pl_bf16, (BM)))
CALL(right, PL_SCRATCH(pl_bf16, (BM)))

// Each program's part of a sum, without what the programs before it had.
PL_KERNEL(overwrites_all, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM))
{
    PL_EACH ((r, BM)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, BN), x[r][c]);
        z[r] = sum;
    }
}

// With a softmax, -INFINITY is what lies outside.
PL_KERNEL(with_infinity, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM))
{
    PL_EACH ((r, BM)) {
        float top = -INFINITY;
        z[r] = 0;
        PL_REDUCE (top, PL_MAX, (c, BN), x[r][c]);
        PL_REDUCE (z[r], PL_ADD, (c, BN), expf(x[r][c] - top));
    }
}

PL_CALL(call_all, overwrites_all, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))),
        PL_OUT(float, z, (m), PL_BLOCKSPEC((BM), (i))))
PL_CALL(call_softmax, with_infinity, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, 0), PL_EDGE(-INFINITY))),
        PL_OUT(float, z, (m), PL_BLOCKSPEC((BM), (i))))
