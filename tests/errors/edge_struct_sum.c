// run: PALLAS=check=twin
// A sum of a member over a partial block: unspecified structs are copies of the array's own elements, so they change the sum.

#include <pallas.h>

struct body { float mass, x; };

PL_KERNEL(mass_kernel, PL_REF(const struct body, b, 4), PL_REF(float, o, 1))
{
    PL_WHEN (PL_FIRST(0))
        o[0] = 0;
    PL_REDUCE (o[0], PL_ADD, (c, 4), b[c].mass);
}

PL_CALL(total_mass, mass_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (struct body, b, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (1), PL_BLOCKSPEC((1), (0))))

int main(void)
{
    struct body b[6] = { { 1, 0 }, { 2, 1 }, { 3, 2 }, { 2, 3 }, { 1, 4 }, { 4, 5 } };
    float o;
    return total_mass(6, b, &o);
}
