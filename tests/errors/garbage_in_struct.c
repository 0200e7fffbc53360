// run: PALLAS=check=twin
// One member of each element is never written.

#include <pallas.h>

struct best { int at; float value; };

PL_KERNEL(best_kernel, PL_REF(const float, x, 4), PL_REF(struct best, o, 4))
{
    PL_EACH ((c, 4))
        o[c].value = x[c];
}

PL_CALL(best, best_kernel,
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(struct best, o, (4), PL_WHOLE))

int main(void)
{
    static float x[4];
    static struct best o[4];
    return best(x, o);
}
