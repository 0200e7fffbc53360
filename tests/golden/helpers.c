// Helpers stand in the order in which C needs them, those in headers too; what no kernel calls is left out.

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "helpers.h"

static float cube(float v) { return v * square(v); }
static float defined_later(float v) { return cube(v) + square(v); }
static float unused(float v) { return v * (float)rand(); }
static inline float mean(float a, float b) { return (a + b) / 2; }

PL_KERNEL(two_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = mean(x[c], square(x[c]));
}

PL_KERNEL(uncalled_kernel, PL_REF(float, z, 1))
{
    z[0] = mean(1, fmaxf(2, fabsf(-3.f)));
}

PL_CALL(one, header_kernel, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
PL_CALL(two, two_kernel, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
PL_CALL(two_by_row, two_kernel, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (float, x, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))),
        PL_OUT(float, z, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

// Host code may do what kernels may not.
static int calls;
static int (*chosen)(const float *, float *) = one;

int main(int argc, char **argv)
{
    float *x = malloc(4 * sizeof *x), z[4], (*ways[])(float) = { cube, unused };
    if (!x)
        goto end;
    memset(x, 0, 4 * sizeof *x);
    calls += chosen(x, z) ?: ({ int code = two(x, z); code; });
    assert(argc > 0 && argv && ways[0](2) == 8);
    printf("%d\n", calls);
end:
    free(x);
    return calls != 0;
}
