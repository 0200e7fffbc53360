// The index map divides by a size that is 0 in this call.

#include <pallas.h>

enum { B = 4 };

PL_KERNEL(spread_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_ASSIGN(z, x);
}

PL_CALL(spread, spread_kernel, PL_SIZES(n, group),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i / group))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

int main(void)
{
    float x[16] = { 1 }, z[16];
    int failed = spread(16, 0, x, z);
    printf("the call returns %d, and the program goes on; pl_error() is one text without a newline at its end: %d\n", failed,
           strchr(pl_error(), 0)[-1] != '\n');
    return failed;
}
