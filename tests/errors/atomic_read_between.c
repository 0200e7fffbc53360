// run: PALLAS=check=twin
// A sum of PL_ATOMIC_ADD is read before PL_EACH has completed it.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(between_kernel, PL_REF(const float, x, B), PL_REF(float, o, B), PL_REF(float, sum, 1))
{
    PL_FILL(sum, 0);
    PL_EACH ((r, B)) {
        PL_ATOMIC_ADD(&sum[0], x[r]);
        o[r] = sum[0];
    }
}

PL_CALL(between, between_kernel, PL_GRID(), PL_IN(float, x, (B), PL_WHOLE), PL_OUT(float, o, (B), PL_WHOLE),
        PL_SCRATCH(float, (1)))

int main(void)
{
    float x[B] = { 1, 0.1f, 3, 1e-3f }, o[B];
    return between(x, o);
}
