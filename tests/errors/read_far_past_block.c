// run: PALLAS=check=twin
// A row past the last is read, in a column that is beyond the guard. The memory after it is filled in the same way.

#include <pallas.h>

PL_KERNEL(take_kernel, PL_SCALAR(long, r), PL_REF(const int32_t, x, 2, 128), PL_REF(int32_t, o, 1))
{
    o[0] = x[r][100];
}

PL_CALL(take, take_kernel,
        PL_SCALAR(long, r),
        PL_GRID(),
        PL_IN (int32_t, x, (2, 128), PL_WHOLE),
        PL_OUT(int32_t, o, (1),      PL_WHOLE))

int main(void)
{
    static int32_t x[256], o[1];
    return take(2, x, o);
}
