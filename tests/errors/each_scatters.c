// run: PALLAS=check=twin
// Two iterations of PL_EACH write one element.

#include <pallas.h>

PL_KERNEL(scatter_kernel, PL_REF(const int, at, 4), PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_FILL(o, 0);
    PL_EACH ((c, 4))
        o[at[c] & 3] = x[c];
}

PL_CALL(scatter, scatter_kernel,
        PL_GRID(),
        PL_IN (int, at, (4), PL_WHOLE),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (4), PL_WHOLE))

int main(void)
{
    int at[4] = { 0, 2, 1, 2 };
    float x[4] = { 1, 2, 3, 4 }, o[4];
    return scatter(at, x, o);
}
