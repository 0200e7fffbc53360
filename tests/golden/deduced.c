// Types that C deduces have their names in the tree.

#include <pallas.h>

PL_KERNEL(deduced_kernel, PL_REF(const float, x, 4), PL_REF(double, z, 4))
{
    __typeof__(x[0]) a = x[1];
    __typeof__(a * 2.0) b = a;
    __typeof__(x[0]) list[2] = { a, 1 };
    __auto_type c = z[0];
    z[1] = a + b + list[1] + c + PL_MAX(x[0], z[2]);
}
