// The grid divides by a size that is 0. The call fails, and the program continues: here it makes the same call again.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_SCALAR(long, by), PL_REF(const float, x, by), PL_REF(float, z, by))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(n), PL_SCALAR(long, by),
        PL_GRID((i, PL_CDIV(n, by))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((by), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((by), (i))))

int main(void)
{
    float x[8] = { 0 }, z[8];
    int first = copy(8, 0, x, z), second = copy(8, 0, x, z), third = copy(8, 4, x, z);
    printf("returned %d, %d, %d\n", first, second, third);
    return 0;
}
