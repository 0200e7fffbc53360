// run: PALLAS=check=twin
// Products of int8 are summed in an int8_t, which holds at most 127.

#include <pallas.h>

PL_KERNEL(norm_kernel, PL_REF(const int8_t, x, 2, 128), PL_REF(int32_t, o, 2))
{
    PL_EACH ((r, 2)) {
        int8_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, 128), x[r][c] * x[r][c]);
        o[r] = sum;
    }
}

PL_CALL(norm, norm_kernel,
        PL_GRID(),
        PL_IN (int8_t, x, (2, 128), PL_WHOLE),
        PL_OUT(int32_t, o, (2), PL_WHOLE))

int main(void)
{
    static int8_t x[256];
    static int32_t o[2];
    memset(x, 3, sizeof x);
    return norm(x, o);
}
