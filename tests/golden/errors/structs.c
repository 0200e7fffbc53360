// Structs that targets do not support.

#include <pallas.h>

struct flags { unsigned a : 3, b : 5; };
struct holder { struct { int x; }; int y; };
struct opaque;

PL_KERNEL(struct_kernel, PL_REF(int32_t, z, 8))
{
    struct flags f = { 1, 2 };
    struct holder h = { { 3 }, 4 };
    z[0] = (int32_t)f.a + h.x;
}
