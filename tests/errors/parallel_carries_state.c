// A running sum in scratch is carried from one program of a parallel axis to the next.

#include <pallas.h>

PL_KERNEL(scan_kernel, PL_REF(const float, x, 4), PL_REF(float, o, 4), PL_REF(float, sum, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    PL_LOOP (c, 0, 4) {
        sum[0] += x[c];
        o[c] = sum[0];
    }
}

PL_CALL(scan, scan_kernel,
        PL_GRID(PL_PARALLEL(i, 3)),
        PL_IN (float, x, (12), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, o, (12), PL_BLOCKSPEC((4), (i))),
        PL_SCRATCH(float, (1)))

int main(void)
{
    static float x[12], o[12];
    return scan(x, o);
}
