// The step of a loop is a table entry, and one of the entries is 0: this loop would never end.

#include <pallas.h>

PL_KERNEL(mark_kernel, PL_SMEM_REF(const int, steps, 2), PL_REF(float, z, 8))
{
    PL_FILL(z, 0);
    PL_LOOP (i, 0, 8, steps[PL_PROGRAM_ID(0)])
        z[i] = 1;
}

PL_CALL(mark, mark_kernel,
        PL_GRID((i, 2)),
        PL_PREFETCH(int, steps, (2)),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((8), (i))))

int main(void)
{
    float z[16];
    return mark((int[]){ 2, 0 }, z);
}
