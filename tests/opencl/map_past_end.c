// A map that leaves its array in the last program of a batch, with a % in it, and an axis with the name of a local of the
// kernel: the launcher's report at run time.
#include <pallas.h>
#include <stdio.h>

enum { B = 4 };

PL_KERNEL(copy_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((i, B))
        z[i] = x[i];
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_BATCH(b, 2, x, z),
        PL_GRID((i, n / B)),
        PL_IN (float, x, (1, n), PL_BLOCKSPEC((PL_NONE, B), (0, i % 8 + 1))),
        PL_OUT(float, z, (1, n), PL_BLOCKSPEC((PL_NONE, B), (0, i))))

int main(void)
{
    float x[32] = { 0 }, z[32];
    printf("%d %s\n", copy(16, x, z), pl_error());
    return 0;
}
