// options: --check
// A break of a PL_EACH; a break of a loop or a switch in its body is none.

#include <pallas.h>

enum { N = 8 };

PL_KERNEL(until_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_EACH ((c, N)) {
        z[c] = 0;
        if (x[c] > 4)
            break;
        for (int i = 0; i < 4; i++) {
            if (x[i] == c)
                break;
            z[c] += x[i];
        }
    }
}

PL_CALL(until, until_kernel, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))
