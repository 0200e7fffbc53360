// options: --check
// PL_SCAN: its accumulator is a local variable, which neither the value nor the body changes, and which rows do not share.
#include <pallas.h>

enum { M = 4, N = 8 };

PL_KERNEL(scans, PL_REF(const float, x, M, N), PL_REF(float, z, M, N), PL_REF(float, total, 1))
{
    float sum = 0, all = 0, twice = 0;
    PL_SCAN (total[0], PL_ADD, (c, N), x[0][c])
        z[0][c] = total[0];
    PL_SCAN (sum, PL_ADD, (c, N), x[1][c] * sum)
        z[1][c] = sum;
    PL_SCAN (twice, PL_ADD, (c, N), x[2][c]) {
        z[2][c] = twice;
        twice *= 2;
    }
    PL_EACH ((r, M))
        PL_SCAN (all, PL_ADD, (c, N), x[r][c])
            z[r][c] = all;
    PL_SCAN (all, PL_ADD, (c, N), x[0][c])
        if (c < 4)
            z[c][0] = all;
        else
            break;
}

PL_CALL(scanned, scans, PL_GRID(),
        PL_IN (float, x, (M, N), PL_WHOLE),
        PL_OUT(float, z, (M, N), PL_WHOLE),
        PL_OUT(float, total, (1), PL_WHOLE))
