// Variables at file scope: kernels may read only constants.

#include <pallas.h>

static int counter;
static float weights[3] = { 1, 2, 3 };
extern const float elsewhere;

PL_KERNEL(variable_kernel, PL_REF(float, z, 8))
{
    z[0] = (float)++counter;
    z[1] = weights[1];
    z[2] = elsewhere;
}
