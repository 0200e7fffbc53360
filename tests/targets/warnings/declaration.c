// own: -Wno-unused-variable
// A declaration that is all of a body keeps its braces.
#include <pallas.h>

PL_KERNEL(lone_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
    PL_LOOP (c, 0, 4) {
        int v = x[c];
    }
    PL_EACH ((c, 4)) {
        int v = x[c];
    }
}

PL_CALL(lone, lone_kernel, PL_GRID(), PL_IN(int32_t, x, (4), PL_WHOLE), PL_OUT(int32_t, z, (4), PL_WHOLE))

int main(void)
{
    int32_t x[4] = { 1, 2, 3, 4 }, z[4];
    return lone(x, z) || z[3] != 4;
}
