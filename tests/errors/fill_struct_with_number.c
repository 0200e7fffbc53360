// PL_FILL of a block of structs with a number.

#include <pallas.h>

struct best { int at; float value; };

PL_KERNEL(best_kernel, PL_REF(struct best, o, 4))
{
    PL_FILL(o, 0);
}

PL_CALL(best, best_kernel,
        PL_GRID(),
        PL_OUT(struct best, o, (4), PL_WHOLE))

int main(void)
{
    static struct best o[4];
    return best(o);
}
