// run: PALLAS=check=twin
// A sum in an output of structs that was never cleared: an earlier result, as unspecified data, shows it.

#include <pallas.h>

struct force { float x, y; };

PL_KERNEL(pull_kernel, PL_REF(const float, m, 4), PL_REF(struct force, f, 1))
{
    PL_REDUCE (f[0].x, PL_ADD, (c, 4), m[c]);
    PL_REDUCE (f[0].y, PL_MAX, (c, 4), m[c]);
}

PL_CALL(pull, pull_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / 4)),
        PL_IN (float, m, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(struct force, f, (1), PL_BLOCKSPEC((1), (0))))

int main(void)
{
    float m[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    struct force f;
    return pull(8, m, &f);
}
