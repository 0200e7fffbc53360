// Helpers and a kernel in a header, for helpers.c.

#ifndef HELPERS_H
#define HELPERS_H

#include <pallas.h>

enum { HELPER_BLOCK = 4 };

static inline float square(float v) { return v * v; }
static float defined_later(float v);

PL_KERNEL(header_kernel, PL_REF(const float, x, HELPER_BLOCK), PL_REF(float, z, HELPER_BLOCK))
{
    PL_EACH ((c, HELPER_BLOCK))
        z[c] = defined_later(x[c]);
}

#endif
