// run: PALLAS=order=reverse
// The caller passes the sizes of another array: x does not have that many rows.

#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(float, x, 64))
{
    PL_EACH ((c, 64))
        x[c] += 1;
}

PL_CALL(add, add_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m), PL_PARALLEL(j, n / 64)),
        PL_INOUT(float, x, (m, n), PL_BLOCKSPEC((PL_NONE, 64), (i, j))))

int main(void)
{
    static float x[2][64];
    return add(64, 1000000000, x[0]);
}
