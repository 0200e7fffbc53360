// build: SAN=address
// The sizes are those of a longer array than the caller has.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float *x = calloc(6, sizeof *x), o[8];
    int code = copy(8, x, o);
    free(x);
    return code;
}
