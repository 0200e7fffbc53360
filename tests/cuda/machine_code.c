// machine_code.c -- kernels whose PTX, and machine code, tests/cuda/machine_code.sh reads. Nothing runs them.
#include <pallas.h>

enum { W = 256 };

// Thread 0 of the group writes n, and all threads read it in the next step.
PL_KERNEL(count_kernel, PL_SMEM_REF(int32_t, n, 1), PL_REF(int32_t, o, W))
{
    int32_t now = n[0];
    PL_EACH ((c, W))
        o[c] = now;
    n[0] = now + 1;
}
PL_CALL(count, count_kernel, PL_SIZES(steps), PL_GRID((i, steps)),
        PL_INOUT(int32_t, n, (1), PL_BLOCKSPEC((1), (0), PL_SPACE(SMEM))),
        PL_OUT  (int32_t, o, (steps, W), PL_BLOCKSPEC((PL_NONE, W), (i, 0))))

// Other programs change the highest value between two looks at it.
PL_KERNEL(highest_kernel, PL_REF(const float, x, W), PL_REF(float, top, 1))
{
    PL_EACH ((c, W))
        PL_ATOMIC_MAX(&top[0], x[c]);
}
PL_CALL(highest, highest_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, n / W)),
        PL_IN   (float, x, (n), PL_BLOCKSPEC((W), (i))),
        PL_INOUT(float, top, (1), PL_ATOMIC))

// Quotients and roots are rounded as C's. A product and a sum may be one operation.
PL_KERNEL(divide_kernel, PL_REF(const float, x, W), PL_REF(const float, y, W), PL_REF(float, z, W))
{
    PL_EACH ((c, W))
        z[c] = x[c] / y[c] + sqrtf(x[c]) * y[c];
}
PL_CALL(divide, divide_kernel, PL_GRID(), PL_IN(float, x, (W), PL_WHOLE), PL_IN(float, y, (W), PL_WHOLE),
        PL_OUT(float, z, (W), PL_WHOLE))

// Slices of x and y are fetched ahead, and read after a wait and a barrier.
PL_KERNEL(product_kernel, PL_REF(const pl_bf16, x, 64, 64), PL_REF(const pl_bf16, y, 64, 64), PL_REF(float, z, 64, 64))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}
PL_CALL(product, product_kernel, PL_SIZES(m, n, k), PL_GRID(PL_PARALLEL(i, m / 64), PL_PARALLEL(j, n / 64), (l, k / 64)),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((64, 64), (i, l))), PL_IN(pl_bf16, y, (k, n), PL_BLOCKSPEC((64, 64), (l, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((64, 64), (i, j))))

// A warp has 64 x 64 sums, and loads the fragments of the second half of a slice while it multiplies the first.
PL_KERNEL(large_kernel, PL_REF(const pl_bf16, x, 128, 64), PL_REF(const pl_bf16, y, 64, 128), PL_REF(pl_bf16, z, 128, 128),
          PL_REF(float, sum, 128, 128))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, x, y);
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, sum);
}
PL_CALL(large, large_kernel, PL_SIZES(m, n, k), PL_GRID(PL_PARALLEL(i, m / 128), PL_PARALLEL(j, n / 128), (l, k / 64)),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((128, 64), (i, l))), PL_IN(pl_bf16, y, (k, n), PL_BLOCKSPEC((64, 128), (l, j))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((128, 128), (i, j))), PL_SCRATCH(float, (128, 128)))
