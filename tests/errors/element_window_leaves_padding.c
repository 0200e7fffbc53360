// Windows of 6 elements, one before the block: the array is padded by 1 on either side, and the last window needs 3 after it.

#include <pallas.h>

PL_KERNEL(blur_kernel, PL_REF(const float, x, 6), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = x[c] + x[c + 1] + x[c + 2];
}

PL_CALL(blur, blur_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 1)), (4 * i), PL_EDGE(0))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static float x[10], o[10];
    return blur(10, x, o);
}
