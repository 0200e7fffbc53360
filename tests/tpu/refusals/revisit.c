// run: PALLAS=dry
// A table tells where each program writes, and names a block again after it was left. A dry run sees it, too.

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
