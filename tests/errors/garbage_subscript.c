// run: PALLAS=check=twin
// A position that is found or unspecified, and unspecified data must not be a subscript.

#include <pallas.h>

PL_KERNEL(find_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1))
{
    PL_TILE(int, at, 1);
    PL_LOOP (c, 0, 4)
        PL_WHEN (x[c] > 0)
            at[0] = (int)c;
    o[0] = x[at[0] & 3];
}

PL_CALL(find, find_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(float, o, (1), PL_WHOLE))

int main(void)
{
    float x[4] = { -1, -2, -3, -4 }, o[1];
    return find(x, o);
}
