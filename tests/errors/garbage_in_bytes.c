// run: PALLAS=check=twin
// A table of bytes in scratch is read at elements that were never written.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const uint8_t, x, 4), PL_REF(uint8_t, o, 4), PL_REF(uint8_t, count, 4))
{
    PL_LOOP (c, 0, 4)
        count[x[c] & 3] = (uint8_t)(count[x[c] & 3] + 1);
    PL_ASSIGN(o, count);
}

PL_CALL(count_values, count_kernel,
        PL_GRID(),
        PL_IN (uint8_t, x, (4), PL_WHOLE),
        PL_OUT(uint8_t, o, (4), PL_WHOLE),
        PL_SCRATCH(uint8_t, (4)))

int main(void)
{
    static uint8_t x[4], o[4];
    return count_values(x, o);
}
