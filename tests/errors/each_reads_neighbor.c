// run: PALLAS=check=twin
// An iteration of PL_EACH reads an element that the previous one wrote; use PL_LOOP.

#include <pallas.h>

PL_KERNEL(scan_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 4))
{
    PL_ASSIGN(o, x);
    PL_EACH ((c, 1, 4))
        o[c] += o[c - 1];
}

PL_CALL(scan, scan_kernel,
        PL_GRID(),
        PL_IN (int, x, (4), PL_WHOLE),
        PL_OUT(int, o, (4), PL_WHOLE))

int main(void)
{
    int x[4] = { 1, 2, 3, 4 }, o[4];
    return scan(x, o);
}
