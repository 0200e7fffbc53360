// run: PALLAS=check=twin
// The array has 4 elements, and the call reads 8: those that follow it are a counter of the program's.

#include <pallas.h>

static struct { float x[4], steps[4]; } memory;

static float counted(float value)
{
    memory.steps[0]++;
    return value;
}

PL_KERNEL(twice_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4))
{
    PL_EACH ((c, 4))
        o[c] = 2 * counted(x[c]);
}

PL_CALL(twice, twice_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    float o[8];
    return twice(8, memory.x, o);
}
