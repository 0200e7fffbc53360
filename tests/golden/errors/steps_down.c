// options: --check
// PL_LOOP counts up: with a constant step of 0 or below it would end before it begins, or never.

#include <pallas.h>

enum { N = 8, DOWN = -2 };

PL_KERNEL(steps, PL_SCALAR(long, s), PL_REF(const float, x, N), PL_REF(float, z, N))
{
    const long back = -1;
    PL_FILL(z, 0);
    PL_LOOP (i, 7, -1, -1)
        z[7 - i] = x[i];
    PL_LOOP (i, 0, N, 0)
        z[i] = x[i];
    PL_LOOP (i, 7, back, back)
        z[i] = x[i];
    if (s > 0)
        PL_LOOP (i, s, 0, DOWN)
            z[i] = x[i];
    if (DOWN > 0)
        PL_LOOP (i, 0, N, DOWN)                 // never comes to be
            z[i] = x[i];
    PL_LOOP (i, 0, N, s)                        // which interpret mode looks at
        z[i] = x[i];
    PL_LOOP (i, 0, N, 2)
        z[i] = x[i];
}

PL_CALL(call_steps, steps, PL_SCALAR(long, s), PL_GRID(),
        PL_IN (float, x, (N), PL_WHOLE),
        PL_OUT(float, z, (N), PL_WHOLE))
