// print.c -- output of a kernel: conversions of every kind, in the order of the programs, between output of the host.

#include <pallas.h>

static void tell(const char which, float v)
{
    PL_PRINT("%c: %s %.3f\n", which, "rounded", v);
}

PL_KERNEL(print_kernel, PL_REF(const float, x, 2), PL_REF(const int64_t, y, 2), PL_REF(int32_t, z, 2))
{
    PL_PRINT("program %ld of %ld: x %g %7.2f|%-8.1e|, y %lld %hhd %lu, \"%s\" 100%%\n", (long)PL_PROGRAM_ID(0),
             PL_NUM_PROGRAMS(0), x[0], (double)x[1], x[1], (long long)y[0], 300, (unsigned long)y[1], "text");
    PL_LOOP (c, 0, 2) {
        z[c] = (int32_t)y[c];
        tell((char)('a' + c), x[c] / 3);
        PL_PRINT("    [%ld] %u %x %o %zu %+d %05d $1 \\\n", c, (unsigned)z[c], z[c], z[c], sizeof(x[0]), z[c], (short)z[c]);
    }
}

PL_CALL(print_all, print_kernel, PL_GRID(PL_ARBITRARY(i, 2)),
        PL_IN (float, x, (4), PL_BLOCKSPEC((2), (i))),
        PL_IN (int64_t, y, (4), PL_BLOCKSPEC((2), (i))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((2), (i))))

// A row of work-items shares an iteration, and one of them prints.
enum { R = 8, C = 64 };

PL_KERNEL(row_kernel, PL_REF(const float, x, R, C), PL_REF(float, z, R))
{
    PL_EACH ((r, R)) {
        float top = 0;
        PL_REDUCE (top, PL_MAX, (c, C), x[r][c]);
        if (top > 69)
            PL_PRINT("the largest of row %ld: %g\n", r, top);
        for (int k = 0; k < 2; k++)
            if (top > 69)
                PL_PRINT("again: %d\n", k);
        z[r] = top;
    }
}

PL_CALL(print_row, row_kernel, PL_GRID((i, 1)), PL_IN(float, x, (R, C), PL_WHOLE), PL_OUT(float, z, (R), PL_WHOLE))

int main(void)
{
    const float x[4] = { 1, 2, 3e9f, -4 };
    const int64_t y[4] = { 1l << 40, -2, 3, -4 };
    int32_t z[4];
    printf("before\n");
    const int failed = print_all(x, y, z);
    printf("after\n");
    float rows[R][C], tops[R];
    for (int r = 0; r < R; r++)
        for (int c = 0; c < C; c++)
            rows[r][c] = (float)((r * 5 + 3) % 8 + c);
    return failed || print_row(*rows, tops);
}
