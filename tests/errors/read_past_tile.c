// A tile is read past its end. Guards surround it, as they surround a block.

#include <pallas.h>

enum { N = 32, B = 16, R = 2 };

PL_KERNEL(k,
          PL_REF(const float, x, B + 2 * R),
          PL_REF(float, z, B))
{
    PL_TILE(float, t, B + 2 * R);
    PL_EACH ((c, B + 2 * R))
        t[c] = x[c];
    PL_EACH ((c, B))
        z[c] = t[c + 5 * (int)PL_PROGRAM_ID(0)];
}

PL_CALL(call, k,
        PL_GRID((i, N / B)),
        PL_IN (float, x, (N + 2 * R), PL_BLOCKSPEC((PL_ELEMENT(B + 2 * R, 0, 0)), (i * B))),
        PL_OUT(float, z, (N),         PL_BLOCKSPEC((B), (i))))

int main(void)
{
    static float x[N + 2 * R], z[N];
    return call(x, z);
}
