// build: SAN=address
// run: PALLAS=schedule=pipelined
// A program reads the window of the previous program, which has ended.

#include <pallas.h>

PL_KERNEL(before_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    static const float *before;
    PL_WHEN (PL_FIRST(0))
        before = x;
    PL_EACH ((c, 4))
        o[c] = before[c];
    before = x;
}

PL_CALL(before, before_kernel,
        PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return before(x, o);
}
