// Each program writes the first of its two blocks in a pipeline, and none the other: the grid of the pipeline is too short.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_KERNEL(pair_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, z, 1))
{
    long p = PL_PROGRAM_ID(0);
    PL_PIPELINE(copy_kernel,
                PL_GRID((l, 1)),
                PL_IN (x, PL_BLOCKSPEC((4), (2 * p + l))),
                PL_OUT(z, PL_BLOCKSPEC((4), (2 * p + l))));
}

PL_CALL(pairs, pair_kernel, PL_SIZES(n), PL_GRID((p, n / 8)), PL_IN(float, x, (n), PL_ANY), PL_OUT(float, z, (n), PL_ANY))

int main(void)
{
    float x[16] = { 1, 2, 3 }, z[16];
    return pairs(16, x, z);
}
