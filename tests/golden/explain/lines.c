#include <pallas.h>
PL_FUNCTION(void, twice, PL_REF(float, z, 16, 8192)) { PL_EACH ((r, 16), (c, 8192)) z[r][c] *= 2; }

// Lines 2, 23 and 24 access z: 2 is listed, though the names of the others begin with its name.
// options: --target=cuda

#define CALL(name)                                                              \
    PL_CALL(name, name##_kernel, PL_GRID((i, 4)),                               \
            PL_IN (float, x, (64, 8192), PL_BLOCKSPEC((16, 8192), (i, 0))),     \
            PL_OUT(float, z, (64, 8192), PL_BLOCKSPEC((16, 8192), (i, 0))))

// On one line twice.
PL_KERNEL(once_kernel, PL_REF(const float, x, 16, 8192), PL_REF(float, z, 16, 8192))
{
    PL_EACH ((r, 16), (c, 8192)) z[r][c] = x[r][c];
    twice(PL_PASS(z));
    twice(PL_PASS(z));
}
CALL(once)

PL_KERNEL(lines_kernel, PL_REF(const float, x, 16, 8192), PL_REF(float, z, 16, 8192))
{
    PL_EACH ((r, 16), (c, 8192)) z[r][c] = x[r][8191 - c];
    PL_EACH ((r, 16), (c, 8192)) z[r][c] += 1;
    twice(PL_PASS(z));
}
CALL(lines)
