// compile-error
// PL_ATOMIC_ADD takes the address of an element.

#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(int, o, 4))
{
    PL_ATOMIC_ADD(o[0], 1);
}
