// run: PALLAS=check=twin
// A comparison drops a NaN, so unspecified data does not show in the maximum: two runs find it.

#include <pallas.h>

PL_KERNEL(largest_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(o, 0);
    PL_LOOP (c, 0, 4)
        if (x[c] > o[0])
            o[0] = x[c];
}

PL_CALL(largest, largest_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (1), PL_WHOLE))

int main(void)
{
    static float x[6], o[1];
    return largest(6, x, o);
}
