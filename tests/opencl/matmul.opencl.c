// The call matmul, for OpenCL devices, from examples/matmul.c.
// Build: cc -c matmul.opencl.c; link with -lOpenCL -lm. matmul.cl has the kernel alone, for reading.

#include "pl_opencl.h"

int matmul(long m, long n, long k, const float *x, const float *y, float *z);

static const char *lines[] = {
#include "matmul.lines"
};
static struct pl_cl_program program = { .lines = lines, .count = sizeof lines / sizeof *lines };

enum { BM = 128, BN = 128, BK = 128 };

int matmul(long m, long n, long k, const float *x, const float *y, float *z)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &program, "matmul", "matmul_kernel", "examples/matmul.c", 26);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_long(&call, k);
    pl_cl_parallel(&call, "i", (m + BM - 1) / BM);
    pl_cl_parallel(&call, "j", (n + BN - 1) / BN);
    pl_cl_sequential(&call, "l", (k + BK - 1) / BK);
    pl_cl_in(&call, "x", x, sizeof *x, 2, (long[]){ m, k });
    pl_cl_in(&call, "y", y, sizeof *y, 2, (long[]){ k, n });
    pl_cl_out(&call, "z", z, sizeof *z, 2, (long[]){ m, n });
    return pl_cl_items(&call, "matmul_cpu", sizeof (float) * (BM * BK + BK * BN + BM * BN + 64 * BK + BM * (BK + 32)));
}
