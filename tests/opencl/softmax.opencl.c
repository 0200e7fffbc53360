// The call softmax, for OpenCL devices, from examples/softmax.c.
// Build: cc -c softmax.opencl.c; link with -lOpenCL -lm. softmax.cl has the kernel alone, for reading.

#include "pl_opencl.h"

int softmax(long m, long n, const float *x, float *o);

static const char *lines[] = {
#include "softmax.lines"
};
static struct pl_cl_program program = { .lines = lines, .count = sizeof lines / sizeof *lines };

enum { BM = 16 };

int softmax(long m, long n, const float *x, float *o)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &program, "softmax", "softmax_kernel", "examples/softmax.c", 29);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", (m + BM - 1) / BM);
    pl_cl_in(&call, "x", x, sizeof *x, 2, (long[]){ m, n });
    pl_cl_out(&call, "o", o, sizeof *o, 2, (long[]){ m, n });
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "softmax_cpu", sizeof (float) * (size_t)(2 * BM * n));
}
