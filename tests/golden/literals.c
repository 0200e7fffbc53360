// Numbers are spelled as the user did; what has no spelling is printed as a number that C reads back exactly.

#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <pallas.h>

#define MASK 0xffu
#define PASTE(a, b) a##b

struct pair { char tag; double value; };

PL_KERNEL(literals_kernel, PL_REF(uint64_t, u, 16), PL_REF(float, f, 16), PL_REF(double, d, 8))
{
    enum { LOCAL = -3 };
    u[0] = 0x40;
    u[1] = MASK;
    u[2] = 18446744073709551615ull;
    u[3] = PASTE(12, 34ul);
    u[4] = 'x' + '\n' + '\'' + L'w';
    u[5] = sizeof(struct pair) + sizeof u[0] + sizeof(float[3]);
    u[6] = offsetof(struct pair, value);
    u[7] = UINT64_MAX;
    u[8] = (uint64_t)INT64_MIN + (uint64_t)LOCAL;
    u[9] = 0777 + 1LL + 1uL + true;
    u[10] = (uint64_t)INT_MIN;
    f[0] = 1e-30f;
    f[1] = 0x1p-3f;
    f[2] = INFINITY;
    f[3] = -INFINITY;
    f[4] = NAN;
    f[5] = FLT_MAX;
    f[6] = .5f + 5.f;
    f[7] = 3;
    d[0] = 1.5e-3;
    d[1] = HUGE_VAL;
    d[2] = DBL_EPSILON;
}
