// run: PALLAS=check=twin
// A total of int16 elements is kept in an int16_t.

#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const int16_t, x, 128), PL_REF(int16_t, o, 1))
{
    PL_FILL(o, 0);
    PL_REDUCE (o[0], PL_ADD, (c, 128), x[c]);
}

PL_CALL(sum, sum_kernel,
        PL_GRID(),
        PL_IN (int16_t, x, (128), PL_WHOLE),
        PL_OUT(int16_t, o, (1), PL_WHOLE))

int main(void)
{
    static int16_t x[128], o[1];
    for (int c = 0; c < 128; c++)
        x[c] = 1000;
    return sum(x, o);
}
