// Programs of a parallel axis write windows that overlap by one element.

#include <pallas.h>

PL_KERNEL(fill_kernel, PL_REF(float, o, 4))
{
    PL_FILL(o, PL_PROGRAM_ID(0));
}

PL_CALL(fill, fill_kernel,
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_OUT(float, o, (7), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (3 * i))))

int main(void)
{
    static float o[7];
    return fill(o);
}
