// traced.c -- a call that starts no copies and has spans: one in each program, one within it under a condition.
#include <pallas.h>

PL_KERNEL(scale_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_TRACE("scale");
    PL_EACH ((c, 4))
        o[c] = 2 * x[c];
    PL_WHEN (PL_LAST(0)) {
        PL_TRACE("last <one>");
        PL_EACH ((c, 4))
            o[c] += 1;
    }
}

PL_CALL(scale, scale_kernel,
        PL_SIZES(n), PL_GRID((i, n / 4)),
        PL_IN(float, x, (n), PL_BLOCKSPEC((4), (i))), PL_OUT(float, o, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float x[12] = { 1, 2, 3, 4, 5 }, o[12];
    return scale(12, x, o) || o[4] != 10 || o[8] != 1;
}
