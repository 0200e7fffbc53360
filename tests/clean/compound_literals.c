// compound_literals.c -- a compound literal of run-time values, wherever an operand is a value.
#include <pallas.h>

struct pair { int32_t low, high; };

PL_KERNEL(pairs_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_TILE(int32_t, t, 4);
    PL_FILL(t, ((struct pair){ x[0], 2 }).low);
    PL_EACH ((c, ((struct pair){ 0, (int32_t)PL_DIM(x, 0) }).high))
        z[c] = PL_MAX(((struct pair){ x[c], 2 }).low, 7);
    PL_LOOP (c, ((struct pair){ x[0], 2 }).low, 4) {
        PL_ATOMIC_ADD(&z[0], ((struct pair){ x[c], 2 }).high);
        PL_STORE(t[c], PL_LOAD(x[c], ((struct pair){ x[c], 2 }).low > 0, ((struct pair){ x[c], 2 }).low), PL_INSIDE(x, c));
        z[1] += PL_MIN(((struct pair){ x[c], 2 }).low, PL_ADD(((struct pair){ x[c], 2 }).high, t[c]));
        z[2] |= PL_AND(((struct pair){ x[c], 2 }).low, 7) + (int32_t)PL_MULTIPLE_OF(((struct pair){ 0, x[c] }).low, 1);
    }
    PL_REDUCE (z[3], PL_MAX, (c, 4), (struct pair){ x[c], 2 }.low);
}

PL_CALL(pairs, pairs_kernel, PL_GRID(), PL_IN(int32_t, x, (4), PL_WHOLE), PL_OUT(int32_t, z, (4), PL_WHOLE))

int main(void)
{
    int32_t x[4] = { 1, 2, 3, 9 }, z[4];
    return pairs(x, z) || z[3] != 9;
}
