// run: PALLAS=check=twin
// build: SAN=none
// A helper that takes rows of 6 gets rows that are further apart: PL_FUNCTION and PL_PASS pass the distance.

#define PL_IN_PLACE 1
#include <pallas.h>

static int sum_of(const int (*rows)[6], int m)
{
    int sum = 0;
    for (int r = 0; r < m; r++)
        for (int c = 0; c < 6; c++)
            sum += rows[r][c];
    return sum;
}

PL_KERNEL(sum_kernel, PL_REF(const int, x, 4, 6), PL_REF(int, o, 1))
{
    o[0] = sum_of(x, 4);
}

PL_CALL(sum, sum_kernel,
        PL_GRID((i, 2)),
        PL_IN (int, x, (4, 12), PL_BLOCKSPEC((4, 6), (0, i))),
        PL_OUT(int, o, (2), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    static int x[48], o[2];
    return sum(x, o);
}
