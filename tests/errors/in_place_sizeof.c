// Under PL_IN_PLACE sizeof x[0] is the distance between the rows, not their length. PL_DIM(x, 1) is the length.

#define PL_IN_PLACE 1
#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const int8_t, x, 4, 4), PL_REF(int8_t, o, 4, 4))
{
    PL_LOOP (r, 0, 4)
        memcpy(o[r], x[r], sizeof x[0]);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (int8_t, x, (4, 8), PL_BLOCKSPEC((4, 4), (0, i))),
        PL_OUT(int8_t, o, (4, 8), PL_BLOCKSPEC((4, 4), (0, i))))

int main(void)
{
    static int8_t x[32], o[32];
    return copy(x, o);
}
