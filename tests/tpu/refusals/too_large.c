// run: PALLAS=chip=v4
// The windows of this call do not fit VMEM, for each has two buffers.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4096, 512), PL_REF(float, o, 4096, 512))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((h, 2), (i, 2)),
        PL_IN (float, x, (8192, 1024), PL_BLOCKSPEC((4096, 512), (h, i))),
        PL_OUT(float, o, (8192, 1024), PL_BLOCKSPEC((4096, 512), (h, i))))

int main(void)
{
    static float x[8192 * 1024], o[8192 * 1024];
    return copy(x, o);
}
