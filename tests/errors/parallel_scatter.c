// Two programs of a parallel axis get one place from a table.

#include <pallas.h>

PL_KERNEL(move_kernel, PL_SMEM_REF(const int32_t, to, 4), PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    (void)to;
    PL_ASSIGN(z, x);
}

PL_CALL(move, move_kernel,
        PL_GRID(PL_PARALLEL(i, 4)),
        PL_PREFETCH(int32_t, to, (4)),
        PL_IN (float, x, (4, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))),
        PL_OUT(float, z, (4, 8), PL_BLOCKSPEC((PL_NONE, 8), (to[i], 0))))

int main(void)
{
    float x[32] = { 0 }, z[32];
    int32_t to[4] = { 0, 2, 2, 3 };
    return move(to, x, z);
}
