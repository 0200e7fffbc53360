// The promise that the offset is a multiple of 4 does not hold for program 1.

#include <pallas.h>

PL_KERNEL(pick_kernel, PL_REF(const float, x, 16), PL_REF(float, o, 4))
{
    long at = PL_MULTIPLE_OF(3 * PL_PROGRAM_ID(0), 4);
    PL_EACH ((c, 4))
        o[c] = x[at + c];
}

PL_CALL(pick, pick_kernel,
        PL_GRID((i, 4)),
        PL_IN (float, x, (16), PL_WHOLE),
        PL_OUT(float, o, (16), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[16], o[16];
    return pick(x, o);
}
