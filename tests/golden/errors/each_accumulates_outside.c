// options: --check
// The sum is right in any order, so no run can detect it; on a target whose iterations run at the same time it is a race.
#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(const int, x, 8), PL_REF(int, o, 1))
{
    int sum = 0;
    PL_EACH ((c, 8))
        if (x[c] > 0)
            sum += x[c];
    o[0] = sum;
}

PL_CALL(sum, sum_kernel, PL_GRID(), PL_IN(int, x, (8), PL_WHOLE), PL_OUT(int, o, (1), PL_WHOLE))
