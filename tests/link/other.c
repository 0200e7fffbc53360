// other.c -- the second half of main.c: also includes pallas.h, and defines a call for the other file.

#include <pallas.h>

enum { N = 4 };

int negate(long n, const float *x, float *z);

PL_KERNEL(negate_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_EACH ((i, N))
        z[i] = -x[i];
}

PL_CALL(negate, negate_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, N))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((N), (i))))
