// Addresses of compound literals; their values are accepted.

#include <pallas.h>

struct pair { int32_t a[2]; };

static int32_t next(int32_t *v) { return ++*v; }
static int32_t second(const struct pair *p) { return p->a[1]; }
static int32_t first(struct pair p) { return p.a[0]; }

PL_KERNEL(literal_kernel, PL_REF(int32_t, z, 8))
{
    z[0] = next(&(int32_t){ 1 });
    z[1] = next((int32_t[2]){ 2, 3 });
    z[2] = second(&(struct pair){ { 4, 5 } });
    z[3] = first((struct pair){ { 6, 7 } }) + (int32_t[2]){ 8, 9 }[1];
}

PL_CALL(literal, literal_kernel, PL_GRID(), PL_OUT(int32_t, z, (8), PL_WHOLE))
