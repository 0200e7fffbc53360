// The kernel's name is misspelled.
#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copy, copy_kernal,
        PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))

int main(void)
{
    float x[4] = { 0 }, z[4];
    return copy(x, z);
}
