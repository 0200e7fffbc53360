// Constructs with wrong arguments: each message names the construct and what to write, and no name private to pallas.h.

#include <pallas.h>

PL_KERNEL(misuse, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    float sum = 0;
    PL_EACH (c, 4)
        z[0] = x[0];
    PL_EACH ((c, 1, 2, 3))
        z[0] = x[0];
    PL_LOOP (c, 4)
        z[0] = 0;
    PL_REDUCE (sum, PL_ADD, c, x[0]);
    PL_FILL(z);
    PL_LOAD(x[0], 1);
    PL_TILE(float, t);
    PL_VIEW(float, v);
    PL_CHECK();
    PL_WHEN ()
        z[0] = sum;
    PL_ATOMIC_ADD(&z[0]);
}
