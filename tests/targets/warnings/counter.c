// An axis that the kernel does not use: no variable is emitted for it.
#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(int32_t, counter, 1))
{
    PL_ATOMIC_ADD(counter[0], 1);
}

PL_CALL(count, count_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, n)), PL_INOUT(int32_t, counter, (1), PL_ATOMIC))

int main(void)
{
    int32_t counter = 0;
    return count(10, &counter) || counter != 10;
}
