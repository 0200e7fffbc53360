// Functions of the C library.

#include <assert.h>
#include <stdlib.h>
#include <pallas.h>

float elsewhere(float v);

PL_KERNEL(library_kernel, PL_REF(float, z, 8), PL_REF(float, x, 8))
{
    float *p = malloc(8 * sizeof *p);
    p[0] = (float)rand();
    memcpy(z, p, 8 * sizeof *p);
    printf("%f\n", (double)z[0]);
    z[1] = elsewhere(z[0]);
    qsort(z, 8, sizeof *z, NULL);
    pl_free(p);
    assert(x[0] > 0);
    x[1] = (float)__builtin_popcount(3);
}
