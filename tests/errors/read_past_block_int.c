// run: PALLAS=check=twin
// Integers have no NaN that identifies memory, so further runs change the guards of one operand
// after the other. The number of elements is known only at run time, so no compiler reports it.

#include <pallas.h>

PL_KERNEL(sum_kernel,
          PL_SCALAR(long, count),
          PL_REF(const int32_t, y, 4),
          PL_REF(const int32_t, x, 5),
          PL_REF(int32_t, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = y[c];
    PL_LOOP (i, 0, count)
        o[2] += x[i];
}

PL_CALL(sum, sum_kernel,
        PL_SCALAR(long, count),
        PL_GRID((i, 2)),
        PL_IN (int32_t, y, (8), PL_BLOCKSPEC((4), (i))),
        PL_IN (int32_t, x, (5), PL_WHOLE),
        PL_OUT(int32_t, o, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static int32_t y[8], x[5], o[8];
    return sum(6, y, x, o);
}
