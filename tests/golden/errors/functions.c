// options: --emit=plan
// PL_FUNCTIONs where they may run any number of times.

#include <pallas.h>

PL_FUNCTION(float, total, PL_REF(const float, v, 4))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, 4), v[c]);
    return sum;
}

PL_FUNCTION(void, clear, PL_REF(float, v, 4))
{
    PL_FILL(v, 0);
}

static float scaled(float v)
{
    return v * (float)PL_PROGRAM_ID(0);
}

PL_KERNEL(calling_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    float sum = 0;
    clear(PL_PASS(z));
    z[0] = x[0] > 0 ? total(PL_PASS(x)) : 0;
    for (int i = 0; i < (int)total(PL_PASS(x)); i++)
        z[1] += 1;
    PL_REDUCE (sum, PL_ADD, (c, 4), scaled(x[c]));
    z[2] = x[0] > 0 && scaled(sum) > 0;
}

PL_CALL(calling, calling_kernel, PL_GRID((i, 1)),
        PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
