// A function that calls itself.

#include <pallas.h>

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

PL_KERNEL(recursion_kernel, PL_REF(int32_t, z, 8))
{
    z[0] = factorial(5);
}
