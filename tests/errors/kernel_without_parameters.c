// compile-error
// A kernel without parameters can do nothing.

#include <pallas.h>

PL_KERNEL(nothing_kernel)
{
}
