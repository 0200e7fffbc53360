// The call vector_add, for OpenCL devices, from examples/vector_add.c.
// Build: cc -c vector_add.opencl.c; link with -lOpenCL -lm. vector_add.cl has the kernel alone, for reading.

#include "pl_opencl.h"

int vector_add(long n, const float *x, const float *y, float *z);

static const char *lines[] = {
#include "vector_add.lines"
};
static struct pl_cl_program program = { .lines = lines, .count = sizeof lines / sizeof *lines };

enum { BLOCK = 256 };

int vector_add(long n, const float *x, const float *y, float *z)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &program, "vector_add", "vector_add_kernel", "examples/vector_add.c", 28);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", (n + BLOCK - 1) / BLOCK);
    pl_cl_in(&call, "x", x, sizeof *x, 1, (long[]){ n });
    pl_cl_in(&call, "y", y, sizeof *y, 1, (long[]){ n });
    pl_cl_out(&call, "z", z, sizeof *z, 1, (long[]){ n });
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "vector_add_cpu", sizeof (float) * 3 * BLOCK);
}
