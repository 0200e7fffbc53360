// run: PALLAS=check=twin
// A PL_IDENTITY that is not the identity of its function: a target that begins parts with it would find this value in rows of zeros.

#include <pallas.h>

static int32_t last(int32_t a, int32_t b) { return b != 0 ? b : a; }
PL_IDENTITY(last, 7)

PL_KERNEL(last_kernel, PL_REF(const int32_t, x, 16), PL_REF(int32_t, z, 16))
{
    int32_t s = 0;
    PL_SCAN (s, last, (c, 16), x[c])
        z[c] = s;
}

PL_CALL(lasts, last_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 16))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((16), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((16), (i))))

int main(void)
{
    static int32_t x[32] = { 0, 2, 0, 4 }, z[32];
    return lasts(32, x, z);
}
