// main.c -- forms one program with other.c. Each defines a call, and both files make one of them.

#include <pallas.h>

enum { N = 4 };

PL_KERNEL(triple_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_EACH ((i, N))
        z[i] = 3 * x[i];
}

PL_CALL(triple, triple_kernel,
        PL_GRID((i, 2)),
        PL_IN (float, x, (2 * N), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (2 * N), PL_BLOCKSPEC((N), (i))))

int negate(long n, const float *x, float *z);
int negate_tripled(const float *x, float *z);

int negate_tripled(const float *x, float *z)
{
    float tripled[2 * N];
    int failed = triple(x, tripled);
    return failed ? failed : negate(2 * N, tripled, z);
}

int main(void)
{
    float x[2 * N], z[2 * N];
    for (int i = 0; i < 2 * N; i++)
        x[i] = (float)i;
    if (negate_tripled(x, z))
        return 1;
    for (int i = 0; i < 2 * N; i++)
        if (z[i] != (float)(-3 * i))
            return 2;
    // Arrays that overlap are rejected if checks are on, and pl_error() has the reason in this file, too.
    int refused = negate(N, x, x + 1);
    return PL_CHECKS && (!refused || !pl_error()[0]);
}
