// Statements used as values.

#include <pallas.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

PL_KERNEL(value_kernel, PL_REF(float, z, 4), PL_SCALAR(int, n))
{
    n ? PL_FILL(z, 0) : PL_FILL(z, 1);
    n && (PL_PRINT("n"), 1);
    PL_REDUCE (z[0], LARGER, (c, 4), z[c]);
    z[1] = (float)PL_PROGRAM_ID(n);
}
