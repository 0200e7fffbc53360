// run: PALLAS=lint=tpu-v5e
// A table of 2 MiB exceeds the chip's scalar memory.

#include <pallas.h>

enum { N = 524288 };

PL_KERNEL(pick_kernel, PL_SMEM_REF(const int, t, N), PL_REF(const float, x, 128), PL_REF(float, o, 128))
{
    PL_FILL(o, t[0]);
    PL_EACH ((c, 128))
        o[c] += x[c];
}

PL_CALL(pick, pick_kernel,
        PL_GRID(),
        PL_PREFETCH(int, t, (N)),
        PL_IN (float, x, (128), PL_WHOLE),
        PL_OUT(float, o, (128), PL_WHOLE))

int main(void)
{
    static int t[N];
    static float x[128], o[128];
    return pick(t, x, o);
}
