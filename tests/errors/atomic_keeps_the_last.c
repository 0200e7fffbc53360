// run: PALLAS=check=twin
// Programs of a parallel axis exchange one element: its final value depends on which of them comes last.

#include <pallas.h>

PL_KERNEL(last_kernel, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    PL_ATOMIC_XCHG(&z[0], x[0]);
}

PL_CALL(last, last_kernel, PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, n)),
        PL_IN   (int32_t, x, (n), PL_BLOCKSPEC((1), (i))),
        PL_INOUT(int32_t, z, (1), PL_ATOMIC))

int main(void)
{
    int32_t x[3] = { 1, 2, 3 }, z[1] = { 0 };
    return last(3, x, z);
}
