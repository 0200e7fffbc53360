// How accesses walk: the third argument of pl_element says it of each axis around.
#include <pallas.h>

enum { N = 8 };

static const int order[N] = { 3, 1, 4, 1, 5, 2, 6, 0 };

PL_KERNEL(walk_kernel, PL_SCALAR(long, by), PL_REF(const float, x, N, N), PL_REF(const float, v, N), PL_REF(float, z, N, N))
{
    PL_EACH ((r, N), (c, N)) {
        long next = (c + 1) % N, right = N - 1 - c, shifted = r + by;
        uint8_t low = (uint8_t)(c + 250);
        float sum = x[c][r] + x[r][c] + v[c] + v[0];            // transpose, identity, slice, uniform
        sum += x[shifted % N][right] + x[next][low % N];        // gather, strided; same, gather
        PL_REDUCE (sum, PL_ADD, (k, N - 1), x[r][k + 1] * x[k][order[c]]);
        z[r][c] = sum + x[r][(int)c] + v[(c - by) + by];        // a cast; sums that cancel
    }
}

PL_CALL(walk, walk_kernel, PL_SCALAR(long, by), PL_GRID(),
        PL_IN(float, x, (N, N), PL_WHOLE), PL_IN(float, v, (N), PL_WHOLE), PL_OUT(float, z, (N, N), PL_WHOLE))
