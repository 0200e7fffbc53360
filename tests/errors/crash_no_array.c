// The kernel overwrites data of the call, as a wild write may: the address of the crash is in none of the arrays.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
#ifndef __PALLASC__
    pl_now_->operand[1].slots[0].block = (char *)4096;
#endif
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float x[8] = { 0 }, o[8];
    return copy(8, x, o);
}
