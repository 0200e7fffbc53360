// run: PALLAS=check=twin
// PL_ATOMIC_ADD returns the sum so far, which depends on the order of PL_EACH.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(running_kernel, PL_REF(const float, x, B), PL_REF(float, o, B), PL_REF(float, sum, 1))
{
    PL_FILL(sum, 0);
    PL_EACH ((r, B))
        o[r] = PL_ATOMIC_ADD(&sum[0], x[r]);
}

PL_CALL(running, running_kernel, PL_GRID(), PL_IN(float, x, (B), PL_WHOLE), PL_OUT(float, o, (B), PL_WHOLE),
        PL_SCRATCH(float, (1)))

int main(void)
{
    float x[B] = { 1, 0.1f, 3, 1e-3f }, o[B];
    return running(x, o);
}
