// options: --target=opencl
// A compound literal is a variable only in C, and a struct without members has a size only in C++.

#include <pallas.h>

struct row { float at[3]; };
struct empty {};
typedef struct { int32_t a; } twice;
struct twice { int32_t b; };

PL_KERNEL(k, PL_REF(float, z, 8))
{
    (int){ 3 } = 4;
    z[0] = ((struct row){ { 1, 8, 2 } }.at[1] = 3);
    z[1] = (int){ 3 }++;
    struct empty nothing;
    (void)nothing;
    twice first = { 1 };
    struct twice second = { 2 };
    z[2] = first.a + second.b;
}

PL_CALL(run, k, PL_GRID(), PL_OUT(float, z, (8), PL_WHOLE))
