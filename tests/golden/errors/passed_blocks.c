// Blocks that a PL_FUNCTION does not take.
// options: --target=tpu
#include <pallas.h>

enum { N = 8 };

PL_FUNCTION(void, clear, PL_REF(int32_t, z, N)) { PL_FILL(z, 0); }
PL_FUNCTION(void, clear_half, PL_REF(int32_t, z, N / 2)) { PL_FILL(z, 0); }
PL_FUNCTION(void, clear_matrix, PL_REF(int32_t, z, 4, 2)) { PL_FILL(z, 0); }
PL_FUNCTION(void, clear_floats, PL_REF(float, z, N)) { PL_FILL(z, 0); }

PL_KERNEL(passes, PL_REF(const int32_t, v, N), PL_REF(int32_t, z, N))
{
    clear(PL_PASS(v));
    clear_half(PL_PASS(z));
    clear_matrix(PL_PASS(z));
    clear_floats(PL_PASS(z));
    z[0] = v[0];
}

PL_CALL(passing, passes,
        PL_SIZES(n),
        PL_GRID((i, n / N)),
        PL_IN (int32_t, v, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((N), (i))))
