// options: --target=cuda
// Lanes that share a PL_SCAN begin with the identity of its function.

#include <pallas.h>

static float larger(float a, float b) { return a > b ? a : b; }
PL_KERNEL(scan_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    float s = -INFINITY;
    PL_SCAN (s, larger, (c, 8), x[c]) {
        z[c] = s;
    }
}

PL_CALL(scan, scan_kernel, PL_GRID(),
        PL_IN (float, x, (8), PL_WHOLE),
        PL_OUT(float, z, (8), PL_WHOLE))
