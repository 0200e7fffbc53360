// run: PALLAS=check=twin
// Scratch of structs holds a sum that was never cleared.

#include <pallas.h>

struct mean { float sum, count; };

PL_KERNEL(mean_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 1), PL_REF(struct mean, s, 1))
{
    PL_REDUCE (s[0].sum, PL_ADD, (c, 4), x[c]);
    s[0].count += 4;
    PL_WHEN (PL_LAST(0))
        o[0] = s[0].sum / s[0].count;
}

PL_CALL(mean, mean_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / 4)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (1), PL_BLOCKSPEC((1), (0))),
        PL_SCRATCH(struct mean, (1)))

int main(void)
{
    float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, o;
    return mean(8, x, &o);
}
