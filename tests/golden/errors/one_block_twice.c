// options: --check
// One block under two names, one of which is written.

#include <pallas.h>

enum { H = 8, W = 16 };

PL_FUNCTION(void, relax, PL_REF(const float, from, H, W), PL_REF(float, to, H, W))
{
    PL_EACH ((r, H), (c, W))
        to[r][c] = r == 0 || r == H - 1 ? from[r][c] : (from[r - 1][c] + from[r + 1][c]) / 2;
}

PL_FUNCTION(void, add_rows, PL_REF(float, to, W), PL_REF(const float, a, W), PL_REF(const float, b, W))
{
    PL_EACH ((c, W))
        to[c] = a[c] + b[c];
}

PL_FUNCTION(void, sum_up, PL_REF(float, to, W), PL_REF(const float, all, H, W))
{
    PL_LOOP (r, 0, H)
        PL_EACH ((c, W))
            to[c] += all[r][c];
}

PL_KERNEL(jacobi, PL_REF(const float, x, H, W), PL_REF(float, z, H, W))
{
    PL_TILE(float, ping, H, W);
    PL_TILE(float, pong, H, W);
    PL_ASSIGN(ping, x);
    relax(PL_PASS(ping), PL_PASS(pong));
    relax(PL_PASS(pong), PL_PASS(pong));
    PL_ASSIGN(z, pong);
}

PL_KERNEL(rows, PL_REF(const float, x, H, W), PL_REF(float, z, H, W))
{
    PL_ASSIGN(z, x);
    PL_VIEW(float, first, z[0], W);
    PL_VIEW(float, second, z[1], W);
    PL_VIEW(const float, again, z[1], W);
    sum_up(PL_PASS(first), PL_PASS(z));
    add_rows(PL_PASS(second), PL_PASS(first), PL_PASS(again));
}

PL_KERNEL(square, PL_REF(const float, x, H, H), PL_REF(float, z, H, H))
{
    PL_ASSIGN(z, x);
    PL_DOT(z, z, x);
}

PL_KERNEL(right, PL_REF(const float, x, H, W), PL_REF(float, z, H, W), PL_REF(float, s, W))
{
    PL_ASSIGN(z, x);
    PL_FILL(s, 0);
    sum_up(PL_PASS(s), PL_PASS(z));
    PL_LOOP (r, 1, H) {
        PL_VIEW(float, row, z[r], W);
        PL_VIEW(const float, above, z[r - 1], W);
        add_rows(PL_PASS(row), PL_PASS(above), PL_PASS(above));        // both are only read
    }
    PL_TILE(float, square_of, H, H);
    PL_FILL(square_of, 0);
    PL_DOT(square_of, z, PL_T(z));
}

PL_CALL(c1, jacobi, PL_GRID(), PL_IN(float, x, (H, W), PL_WHOLE), PL_OUT(float, z, (H, W), PL_WHOLE))
PL_CALL(c2, rows, PL_GRID(), PL_IN(float, x, (H, W), PL_WHOLE), PL_OUT(float, z, (H, W), PL_WHOLE))
PL_CALL(c3, square, PL_GRID(), PL_IN(float, x, (H, H), PL_WHOLE), PL_OUT(float, z, (H, H), PL_WHOLE))
PL_CALL(c4, right, PL_GRID(), PL_IN(float, x, (H, W), PL_WHOLE), PL_OUT(float, z, (H, W), PL_WHOLE),
        PL_OUT(float, s, (W), PL_WHOLE))
