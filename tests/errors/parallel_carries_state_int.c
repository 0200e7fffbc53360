// run: PALLAS=check=twin
// A running count is carried along a parallel axis: its value is unspecified, and in integers only two runs find it.

#include <pallas.h>

PL_KERNEL(scan_kernel, PL_REF(const int, x, 4), PL_REF(int, o, 4), PL_REF(int, sum, 1))
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
        PL_IN (int, x, (12), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, o, (12), PL_BLOCKSPEC((4), (i))),
        PL_SCRATCH(int, (1)))

int main(void)
{
    static int x[12], o[12];
    return scan(x, o);
}
