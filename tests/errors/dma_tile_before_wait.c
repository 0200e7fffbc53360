// A tile is read between the start of the copy into it and its wait; the result goes to an output.
#include <pallas.h>

PL_KERNEL(double_kernel, PL_ANY_REF(const float, x, 1), PL_REF(float, z, 8), PL_DMA_SEM(arrived))
{
    PL_TILE(float, t, 8);
    pl_copy in = PL_ASYNC_COPY(x, t, arrived);
    PL_EACH ((c, 8))
        z[c] = 2 * t[c];                                // WRONG: above pl_wait
    pl_wait(&in);
}

PL_CALL(twice, double_kernel,
        PL_GRID(),
        PL_IN (float, x, (8), PL_ANY),
        PL_OUT(float, z, (8), PL_WHOLE),
        PL_SCRATCH_DMA_SEM())

int main(void)
{
    float x[8] = { 1, 2, 3 }, z[8];
    return twice(x, z);
}
