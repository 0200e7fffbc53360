// check.c -- four mistakes, one of them an argument: at which line does gdb stop for each?

#include <pallas.h>

enum { N = 4 };

PL_KERNEL(check_kernel, PL_SCALAR(int, mistake), PL_REF(const float, x, 2, N), PL_REF(float, z, 2, N))
{
    PL_EACH ((r, 2), (c, N)) {
        PL_CHECK(x[r][c] < 10 || mistake != 'c', "element %ld is %g", c, (double)x[r][c]);
        long neighbour = mistake == 's' ? c + 1 : c;
        z[r][c] = x[r][neighbour];
    }
    PL_VIEW(const float, left, &x[0], 2, 2);
    z[1][1] = left[1][1];
}

PL_CALL(check, check_kernel,
        PL_SCALAR(int, mistake),
        PL_GRID((i, 3)),
        PL_IN (float, x, (6, N), PL_BLOCKSPEC((2, N), (mistake == 'm' ? 2 * i : i, 0))),
        PL_OUT(float, z, (6, N), PL_BLOCKSPEC((2, N), (mistake == 'r' ? i % 2 : i, 0))))

int main(int argc, char **argv)
{
    float x[6 * N], z[6 * N];
    for (int e = 0; e < 6 * N; e++)
        x[e] = (float)e;
    return check(argc > 1 ? argv[1][0] : 0, x, z);
}
