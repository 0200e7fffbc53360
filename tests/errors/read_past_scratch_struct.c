// run: PALLAS=check=twin
// A scratch of structs is read past its end.

#include <pallas.h>

typedef struct { float value; int index; } Best;

PL_KERNEL(best_kernel, PL_SCALAR(long, at), PL_REF(const float, x, 4), PL_REF(Best, o, 1), PL_REF(Best, best, 3))
{
    PL_EACH ((c, 3))
        best[c] = (Best){ x[c], (int)c };
    o[0] = best[at];
}

PL_CALL(best, best_kernel,
        PL_SCALAR(long, at),
        PL_GRID(),
        PL_IN (float, x, (4), PL_WHOLE),
        PL_OUT(Best, o, (1),  PL_WHOLE),
        PL_SCRATCH(Best, (3)))

int main(void)
{
    static float x[4];
    Best o[1];
    return best(3, x, o);
}
