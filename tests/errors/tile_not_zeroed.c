// A sum in a PL_TILE that was never filled.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const float, x, 2, 4), PL_REF(float, o, 4))
{
    PL_TILE(float, total, 4);
    PL_LOOP (r, 0, 2)
        PL_EACH ((c, 4))
            total[c] += x[r][c];
    PL_ASSIGN(o, total);
}

PL_CALL(sum, sum_kernel,
        PL_GRID(),
        PL_IN (float, x, (2, 4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    static float x[8], o[4];
    return sum(x, o);
}
