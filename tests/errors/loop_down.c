// A loop that counts down. PL_LOOP counts up, so this one would end before it begins.

#include <pallas.h>

PL_KERNEL(reverse_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    PL_FILL(z, 0);
    PL_LOOP (i, 7, -1, -1)
        z[7 - i] = x[i];
}

PL_CALL(reverse, reverse_kernel, PL_GRID(),
        PL_IN (float, x, (8), PL_WHOLE),
        PL_OUT(float, z, (8), PL_WHOLE))

int main(void)
{
    float x[8] = { 0 }, z[8];
    return reverse(x, z);
}
