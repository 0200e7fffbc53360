// run: PALLAS=check=twin
// A tile of integers is read past its end. The guards on either side of it change in the second run.

#include <pallas.h>

enum { N = 32, B = 16, R = 2 };

PL_KERNEL(k,
          PL_REF(const int32_t, x, B + 2 * R),
          PL_REF(int32_t, z, B))
{
    PL_TILE(int32_t, t, B + 2 * R);
    PL_EACH ((c, B + 2 * R))
        t[c] = x[c];
    PL_EACH ((c, B))
        z[c] = t[c + 5 * (int)PL_PROGRAM_ID(0)];
}

PL_CALL(call, k,
        PL_GRID((i, N / B)),
        PL_IN (int32_t, x, (N + 2 * R), PL_BLOCKSPEC((PL_ELEMENT(B + 2 * R, 0, 0)), (i * B))),
        PL_OUT(int32_t, z, (N),         PL_BLOCKSPEC((B), (i))))

int main(void)
{
    static int32_t x[N + 2 * R], z[N];
    return call(x, z);
}
