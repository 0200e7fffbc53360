// Two outputs are parts of one array, and they overlap by one element.

#include <pallas.h>

PL_KERNEL(split_kernel, PL_REF(const float, x, 4), PL_REF(float, low, 2), PL_REF(float, high, 2))
{
    PL_EACH ((c, 2)) {
        low[c] = x[c];
        high[c] = x[c + 2];
    }
}

PL_CALL(split, split_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, low, (2), PL_WHOLE),
        PL_OUT(float, high, (2), PL_WHOLE))

int main(void)
{
    static float x[4], o[4];
    return split(x, o, o + 1);
}
