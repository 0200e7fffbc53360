// Functions by their addresses: stored, passed, called.

#include <pallas.h>

static float twice(float v) { return 2 * v; }
static float apply(float (*f)(float), float v) { return f(v); }

PL_KERNEL(pointer_kernel, PL_REF(float, z, 8))
{
    float (*f)(float) = twice;
    z[0] = f(1);
    z[1] = apply(twice, 2);
}
