// build: SAN=address
// A tile that is too large for the stack is used after the end of the block of statements that declares it.

#include <pallas.h>

enum { N = 65536 };

PL_KERNEL(twice_kernel, PL_REF(const float, x, N), PL_REF(float, o, N))
{
    float *kept = NULL;
    PL_WHEN (PL_FIRST(0)) {
        PL_TILE(float, t, N);
        PL_EACH ((c, N))
            t[c] = 2 * x[c];
        kept = t;
    }
    PL_EACH ((c, N))
        o[c] = kept[c];
}

PL_CALL(twice, twice_kernel,
        PL_GRID((i, 1)),
        PL_IN (float, x, (N), PL_WHOLE),
        PL_OUT(float, o, (N), PL_WHOLE))

int main(void)
{
    static float x[N], o[N];
    return twice(x, o);
}
