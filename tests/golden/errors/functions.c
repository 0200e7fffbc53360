// options: --emit=facts
// PL_FUNCTIONs in expressions that may run many times or not at all.

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
    for (int i = 0; i < 4; i += (int)total(PL_PASS(x)))
        z[1] += 1;
    PL_EACH ((r, 2), (c, (int)scaled(2)))
        z[2 * r + c] = 0;
    do {
        sum += 1;
        if (sum < 4)
            continue;
        z[2] = sum;
    } while (scaled(sum) < 10);
    PL_CHECK(z[0] > 0, "the sum is %f", (double)scaled(sum));
}

PL_CALL(calling, calling_kernel, PL_GRID((i, 1)),
        PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
