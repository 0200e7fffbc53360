// dot.c -- a kernel with PL_DOT, whose loops are compiled for speed, and one without; a breakpoint must show its arguments.
#include <pallas.h>

enum { B = 4 };

PL_KERNEL(square_kernel, PL_REF(const float, x, B, B), PL_REF(float, z, B, B))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, x);
}

PL_CALL(square, square_kernel, PL_GRID(), PL_IN(float, x, (B, B), PL_WHOLE), PL_OUT(float, z, (B, B), PL_WHOLE))

PL_KERNEL(scale_kernel, PL_SCALAR(float, by), PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] = by * x[c];
}

PL_CALL(scale, scale_kernel, PL_SIZES(n), PL_SCALAR(float, by), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN(float, x, (n), PL_BLOCKSPEC((B), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

int main(void)
{
    float x[16] = { 1, 2, 3, 4, 5, 6, 7 }, z[16];
    return scale(10, 3, x, z) || square(x, z);
}
