// Two functions that call each other.

#include <pallas.h>

static int odd(int n);
static int even(int n) { return n == 0 || odd(n - 1); }
static int odd(int n) { return n != 0 && even(n - 1); }

PL_KERNEL(mutual_kernel, PL_REF(int32_t, z, 8))
{
    z[0] = even(5);
}
