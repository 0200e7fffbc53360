// run: PALLAS=check=twin
// PL_EACH accumulates into an outer local; use PL_REDUCE.

#include <pallas.h>

PL_KERNEL(last_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1))
{
    float last = 0;
    PL_EACH ((c, 4))
        last = x[c] - last;
    o[0] = last;
}

PL_CALL(last_of, last_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (1), PL_WHOLE))

int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, o[1];
    return last_of(x, o);
}
