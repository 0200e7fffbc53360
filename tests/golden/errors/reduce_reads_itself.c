// options: --check
// A PL_REDUCE that reads its accumulator: in the expression, and in a bound that is evaluated repeatedly.

#include <pallas.h>

enum { N = 8 };

PL_KERNEL(sum_kernel, PL_REF(const int32_t, x, N, N), PL_REF(int32_t, z, N))
{
    int32_t sum = 0, limit = 3;
    PL_REDUCE (sum, PL_ADD, (c, N), x[0][c] + sum);
    PL_REDUCE (z[0], PL_ADD, ((r, N), (c, z[0])), x[r][c]);
    PL_REDUCE (z[1], PL_ADD, (c, N), x[1][c] * (c < z[1]));
    PL_REDUCE (limit, PL_MAX, (c, limit), x[0][c]);         // asked for once, before
    PL_REDUCE (z[2], PL_ADD, (c, N), x[2][c] * z[3]);       // another element
    z[4] = sum + limit;
}

PL_CALL(sum, sum_kernel,
        PL_GRID(),
        PL_IN   (int32_t, x, (N, N), PL_WHOLE),
        PL_INOUT(int32_t, z, (N),    PL_WHOLE))
