// run: PALLAS=dry
// A table selects the block that each program writes, and revisits one after the end of its visit. A dry run reports it, too.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_SMEM_REF(const int32_t, to, 3), PL_REF(float, o, 8, 128))
{
    PL_FILL(o, (float)to[0]);
}

PL_CALL(fill, fill_kernel,
        PL_GRID((i, 3)),
        PL_PREFETCH(int32_t, to, (3)),
        PL_OUT(float, o, (16, 128), PL_BLOCKSPEC((8, 128), (to[i], 0))))

int main(void)
{
    static const int32_t to[3] = { 1, 0, 1 };
    static float o[16 * 128];
    return fill(to, o);
}
