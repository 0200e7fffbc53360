%%helper pl_report
// Stores the first report of a kernel: the message, the program and the values in the message. The caller then returns.
static void pl_report(__global int *report, int number, long program, long a, long b, long c, long d, long e)
{
    if (atomic_cmpxchg(report, 0, number) == 0) {
        __global long *values = (__global long *)report + 1;
        values[0] = program;
        values[1] = a;
        values[2] = b;
        values[3] = c;
        values[4] = d;
        values[5] = e;
    }
}

%%helper pl_multiple
// PL_MULTIPLE_OF(v, n): returns v, and reports if n does not divide it.
static long pl_multiple(__global int *report, int number, long program, long v, long n)
{
    if (n == 0 || v % n != 0)
        pl_report(report, number, program, v, n, 0, 0, 0);
    return v;
}

