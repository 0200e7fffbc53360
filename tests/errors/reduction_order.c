// run: PALLAS=check=twin
// The block is scaled in each step, so its steps cannot run in another order.

#include <pallas.h>

PL_KERNEL(decay_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_EACH ((c, 4))
        o[c] = 0.5f * o[c] + x[c];
}

PL_CALL(decay, decay_kernel,
        PL_GRID(PL_REDUCTION(l, 8)),
        PL_IN (float, x, (8, 4), PL_BLOCKSPEC((PL_NONE, 4), (l, 0))),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float x[8][4], o[4];
    for (int i = 0; i < 32; i++)
        x[i / 4][i % 4] = (float)i;
    return decay(*x, o);
}
