%%helper pl_report
// Stores the first report of a kernel: the message, the program and the values in the message. The caller then returns.
static __device__ void pl_report(int *report, int number, long program, long a, long b, long c, long d, long e)
{
    if (atomicCAS(report, 0, number) == 0) {
        long *values = (long *)report + 1;
        values[0] = program;
        values[1] = a;
        values[2] = b;
        values[3] = c;
        values[4] = d;
        values[5] = e;
    }
}

%%helper pl_multiple
// PL_MULTIPLE_OF(v, n): v, and a report where n does not divide it.
static __device__ long pl_multiple(int *report, int number, long program, long v, long n)
{
    if (n == 0 || v % n != 0)
        pl_report(report, number, program, v, n, 0, 0, 0);
    return v;
}

