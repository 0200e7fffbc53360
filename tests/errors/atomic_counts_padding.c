// run: PALLAS=check=twin
// A histogram without its mask: elements outside the array are counted, with unspecified values.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const uint8_t, x, 8), PL_REF(int32_t, count, 256))
{
    PL_EACH ((c, 8))
        PL_ATOMIC_ADD(&count[x[c]], 1);
}

PL_CALL(count_values, count_kernel,
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_IN   (uint8_t, x,     (12),  PL_BLOCKSPEC((8), (i))),
        PL_INOUT(int32_t, count, (256), PL_ATOMIC))

int main(void)
{
    static uint8_t x[12];
    static int32_t count[256];
    return count_values(x, count);
}
