// A signal that nothing waits for.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(float, o, 8), PL_SEM(s))
{
    PL_FILL(o, 0);
    PL_WHEN (PL_FIRST(0))
        PL_SIGNAL(s, 1);
}

PL_CALL(count, count_kernel, PL_GRID((i, 2)), PL_OUT(float, o, (16), PL_BLOCKSPEC((8), (i))), PL_SCRATCH_SEM())

int main(void)
{
    float o[16];
    return count(o);
}
