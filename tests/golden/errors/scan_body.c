// options: --check
// A PL_SCAN has its own name in messages about its body.

#include <pallas.h>

PL_KERNEL(scan_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8), PL_REF(float, w, 8))
{
    float s = 0;
    PL_SCAN (s, PL_ADD, (c, 8), x[c]) {
        z[c] = s;
        z[0] += 1;
        w[c] = z[7 - c];
        if (c == 4)
            break;
    }
}

PL_CALL(scan, scan_kernel, PL_GRID(),
        PL_IN (float, x, (8), PL_WHOLE),
        PL_OUT(float, z, (8), PL_WHOLE), PL_OUT(float, w, (8), PL_WHOLE))
