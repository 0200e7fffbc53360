// compile-error
// The number of parts of a reduction is an integer.
#include <pallas.h>

PL_KERNEL(total_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((c, 4))
        z[c] += x[c];
}

PL_CALL(total, total_kernel, PL_GRID(PL_REDUCTION(l, 8, 1.5)), PL_IN(float, x, (32), PL_BLOCKSPEC((4), (l))),
        PL_OUT(float, z, (4), PL_WHOLE))

int main(void)
{
    return 0;
}
