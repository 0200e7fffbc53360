// build: SAN=address
// The scratch has an element for each of 4 columns, but the kernel uses 5.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 4), PL_REF(int, count, 4))
{
    PL_FILL(count, 0);
    PL_LOOP (c, 0, 4)
        count[x[c]]++;
    PL_ASSIGN(o, count);
}

PL_CALL(count_values, count_kernel,
        PL_GRID(),
        PL_IN (int, x, (4), PL_WHOLE),
        PL_OUT(int, o, (4), PL_WHOLE),
        PL_SCRATCH(int, (4)))

int main(void)
{
    int x[4] = { 0, 1, 2, 4 }, o[4];
    return count_values(x, o);
}
