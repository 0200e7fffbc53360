// What is inlined and copied: returns within loops, switches and blocks, a helper that is inlined twice, and a bound that
// the body may change; PL_INSIDE of a view; operands of PL_DOT that stay in global memory.
#include <pallas.h>

enum { N = 8, R = 4, C = 8, D = 128 };

PL_FUNCTION(int32_t, first_over, PL_REF(const int32_t, v, N), PL_SCALAR(int32_t, bound))
{
    for (int c = 0; c < N; c++) {
        if (v[c] > bound)
            return c;
    }
    return -1;
}

PL_FUNCTION(int32_t, coded, PL_REF(const int32_t, v, N), PL_SCALAR(int32_t, bound))
{
    int32_t at = first_over(PL_PASS(v), bound);
    if (at < 0) {
        { return at; }
    }
    switch (at) {
    case 0:
        if (bound)
            return 7;
        else
            return 8;
    default:
        break;
    }
    {
        at = at + 1;
        if (at > 2)
            return at - 1;
        else
            return at;
    }
}

PL_FUNCTION(void, mark, PL_REF(int32_t, z, N))
{
    if (z[0] > 1) {
        if (z[1] > 0) {
            z[1] = 2;
            return;
        } else {
            return;
        }
    }
    z[2] = 1;
}

PL_KERNEL(inlined_kernel, PL_REF(const int32_t, v, N), PL_REF(int32_t, z, N))
{
    PL_FILL(z, 0);
    z[0] = coded(PL_PASS(v), 3);
    z[1] = coded(PL_PASS(v), 5);
    mark(PL_PASS(z));
    PL_EACH ((c, 3, z[0]))
        z[c] = 4;
}

PL_CALL(inlined, inlined_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / N)),
        PL_IN (int32_t, v, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((N), (i))))

PL_KERNEL(viewed_kernel, PL_REF(const float, x, R, C), PL_REF(float, z, R, C))
{
    PL_VIEW(const float, lower, &x[1], 2, C);
    PL_FILL(z, 0);
    PL_EACH ((r, 2), (c, C))
        z[r][c] = PL_INSIDE(lower, r, c) ? lower[r][c] : 0;
    PL_EACH ((r, 2), (c, C - 1))
        PL_STORE(z[r + 2][c], PL_LOAD(lower[r][c + 1], PL_INSIDE(lower, r, c + 1), 0), PL_INSIDE(z, r + 2, c));
}

PL_CALL(viewed, viewed_kernel,
        PL_SIZES(n, m),
        PL_GRID((i, PL_CDIV(n, R)), (j, PL_CDIV(m, C))),
        PL_IN (float, x, (n, m), PL_BLOCKSPEC((R, C), (i, j))),
        PL_OUT(float, z, (n, m), PL_BLOCKSPEC((R, C), (i, j))))

PL_KERNEL(large_kernel, PL_REF(const float, x, D, D), PL_REF(float, z, D, D), PL_REF(float, s, D, D))
{
    PL_EACH ((r, D), (c, D))
        s[r][c] = x[r][c] * 2;
    PL_FILL(z, 0);
    PL_DOT(z, s, s);
    PL_EACH ((r, D), (c, D))
        s[r][c] = z[r][c] + 1;
    PL_ASSIGN(z, s);
}

PL_CALL(large, large_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / D)),
        PL_IN (float, x, (n, n), PL_BLOCKSPEC((D, D), (i, 0))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((D, D), (i, 0))),
        PL_SCRATCH(float, (D, D)))
