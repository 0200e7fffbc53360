// run: PALLAS=chip=v5e
// An array of structs.

#include <pallas.h>

struct best { float value; int32_t at; };

PL_KERNEL(values_kernel, PL_REF(const struct best, x, 8, 128), PL_REF(float, o, 8, 128))
{
    PL_EACH ((r, 8), (c, 128))
        o[r][c] = x[r][c].value;
}

PL_CALL(values, values_kernel,
        PL_GRID(),
        PL_IN (struct best, x, (8, 128), PL_WHOLE),
        PL_OUT(float, o, (8, 128), PL_WHOLE))

int main(void)
{
    static struct best x[8 * 128];
    static float o[8 * 128];
    return values(x, o);
}
