// options: --check
// PL_EACH writes a local that is declared outside it, through a pointer.

#include <pallas.h>

enum { N = 8 };

struct total { float sum; int count; };

PL_KERNEL(count_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    float shared[4] = { 0 }, sum = 0;
    struct total total = { 0, 0 }, *t = &total;
    float *p = &shared[0], *q = shared + 1, *r = p, *s = &sum;
    PL_EACH ((c, N))
        p[0] += x[c];
    PL_EACH ((c, N))
        *q = x[c];
    PL_EACH ((c, N)) {
        float *mine = &r[c % 4];
        *mine += x[c];
    }
    PL_EACH ((c, N))
        *s += x[c];
    PL_EACH ((c, N))
        t->count += x[c] > 0;
    PL_EACH ((c, N)) {
        float *walk = shared;
        for (int i = 0; i < 4; i++)
            *walk++ += x[c];
    }
    PL_FILL(z, shared[0] + sum + (float)total.count);
}

PL_KERNEL(right, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    float table[4] = { 1, 2, 3, 4 };
    const float *read = table;
    float *row = z;
    PL_EACH ((c, N)) {
        float own[4] = { 0 }, *p = own, *walk = &own[1];
        p[c % 4] += x[c];
        *walk++ = read[c % 4];
        *walk = *p;
        row[c] = own[0] + own[1] + own[2];
    }
}

PL_CALL(c1, count_kernel, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))
PL_CALL(c2, right, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))
