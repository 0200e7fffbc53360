// options: --check
// Bodies that do not match their blocks: subscripts and loops past a dim, shapes of block operations, writes to inputs.

#include <pallas.h>

enum { M = 4, N = 8, BIG = 16 };

PL_KERNEL(subscripts, PL_REF(const float, x, M, N), PL_REF(float, z, M, N), PL_REF(float, s, M))
{
    z[M][0] = 0;
    z[0][-1] = x[3][8];
    PL_EACH ((r, M), (c, N))
        z[r][c] = x[r][c] - x[r][c + 1];
    PL_EACH ((r, N), (c, M))
        z[r][c] = 1;
    PL_EACH ((r, M)) {
        s[r] = 0;
        PL_REDUCE (s[r], PL_ADD, (c, N + 1), x[r][c]);
    }
    PL_LOOP (k, 0, N, 3)
        s[k / 2] = x[0][k + 2];
    PL_WHEN (PL_FIRST(0))
        PL_EACH ((r, M + 1))
            s[r] = x[0][0];
    PL_EACH ((r, M)) {
        long previous = r - 1;
        s[r] = x[previous][0];
    }
}

PL_KERNEL(right, PL_REF(const float, x, M, N), PL_REF(float, z, M, N), PL_REF(float, s, M))
{
    PL_EACH ((r, M), (c, N))
        z[r][c] = c + 1 < N ? x[r][c + 1] : c > 0 && x[r][c - 1] > 0 ? 1 : 0;
    PL_EACH ((r, M)) {
        if (r == 0)
            continue;
        s[r] = x[r - 1][0];
    }
    PL_LOOP (k, 0, N - 1, 3)
        s[k / 2] = x[0][k + 1];
    if (BIG < N)
        s[BIG] = 0;
    PL_STORE(s[0], PL_LOAD(x[0][7], 1, 0), 1);
}

PL_KERNEL(shapes, PL_REF(const float, x, M, N), PL_REF(const float, y, M, N), PL_REF(float, z, M, N),
          PL_REF(float, s, M))
{
    PL_TILE(float, square, M, M);
    PL_DOT(square, x, y);
    PL_DOT(square, x, PL_T(y));
    PL_DOT(z, x, PL_T(y));
    PL_DOT(s, x, y);
    PL_DOT(y, square, x);
    PL_ASSIGN(z, square);
    PL_ASSIGN(s, x);
    PL_ASSIGN(x, z);
    PL_FILL(x, 0);
}

PL_KERNEL(atomics, PL_REF(uint8_t, bytes, 4), PL_REF(float, z, 4))
{
    PL_ATOMIC_ADD(&bytes[0], 1);
    PL_ATOMIC_XOR(&z[0], 1);
}

// May be right where it does not run.
PL_KERNEL(likely, PL_SCALAR(long, n), PL_REF(float, z, 4))
{
    PL_FILL(z, 0);
    if (n > 4)
        z[4] = 1;
}

// One past the end is an address, if no element; two past is neither, and a view has rows.
PL_KERNEL(ends, PL_REF(const float, x, M, N), PL_REF(float, z, M))
{
    PL_EACH ((r, M)) {
        float sum = 0;
        for (const float *at = x[r], *end = &x[r][N]; at < end; at++)
            sum += *at;
        z[r] = sum;
    }
    const float *far = &x[0][N + 1];
    z[0] = far[-2];
    PL_VIEW(const float, below, &x[M], 1, N);
    z[1] = below[0][0];
}
