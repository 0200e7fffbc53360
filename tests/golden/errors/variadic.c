// A function with a variable number of arguments.

#include <stdarg.h>
#include <pallas.h>

static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    int v = va_arg(list, int);
    va_end(list);
    return v;
}

PL_KERNEL(variadic_kernel, PL_REF(int32_t, z, 8))
{
    z[0] = first(1, 2);
}
