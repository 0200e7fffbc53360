// The call heat, for OpenCL devices, from examples/stencil.c.
// Build: cc -c stencil.opencl.c; link with -lOpenCL -lm. stencil.cl has the kernel alone, for reading.

#include "pl_opencl.h"

int heat(long m, long n, const float *x, float *z);

static const char *lines[] = {
#include "stencil.lines"
};
static struct pl_cl_program program = { .lines = lines, .count = sizeof lines / sizeof *lines };

static const struct pl_call_message messages[] = {
    { 28, "operand x: window from element %ld on dim %ld, %ld long, leaves the array, which "
          "with its padding of %ld in front has %ld", PL_NOTE_NONE },
};

enum { BM = 32, BN = 128, HIGH = BM + 8, WIDE = BN + 128 };

int heat(long m, long n, const float *x, float *z)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &program, "heat", "heat_kernel", "examples/stencil.c", 28);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", (m + BM - 1) / BM);
    pl_cl_parallel(&call, "j", (n + BN - 1) / BN);
    pl_cl_in(&call, "x", x, sizeof *x, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z, sizeof *z, 2, (long[]){ m, n });
    pl_cl_messages(&call, messages);
    return pl_cl_items(&call, "heat_cpu", sizeof (float) * (HIGH * WIDE + BM * BN));
}
