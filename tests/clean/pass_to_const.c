// pass_to_const.c -- PL_PASS of blocks that are written, of every rank, to refs that are only read: no compiler warns.
// (Passing rows of T for rows of const T is valid C since C23; gcc -Wpedantic warns of it in C11 and C17.)

#include <pallas.h>

enum { L = 2, M = 4, N = 8 };

PL_FUNCTION(void, add_one, PL_REF(const float, from, L, M, N), PL_REF(float, to, L, M, N))
{
    PL_EACH ((l, L), (r, M), (c, N))
        to[l][r][c] = from[l][r][c] + 1;
}

PL_FUNCTION(void, relax, PL_REF(const float, from, M, N), PL_REF(float, to, M, N))
{
    PL_EACH ((r, M), (c, N))
        to[r][c] = from[r][c] / 2;
}

PL_FUNCTION(float, sum, PL_REF(const float, row, N))
{
    float all = 0;
    PL_REDUCE (all, PL_ADD, (c, N), row[c]);
    return all;
}

PL_FUNCTION(void, relax_twice, PL_REF(float, ping, M, N), PL_REF(float, pong, M, N))
{
    relax(PL_PASS(ping), PL_PASS(pong));
    relax(PL_PASS(pong), PL_PASS(ping));
}

PL_KERNEL(all_ranks, PL_REF(const float, x, M, N), PL_REF(float, z, L, M, N), PL_REF(float, sums, M))
{
    PL_TILE(float, ping, M, N);
    PL_TILE(float, pong, M, N);
    PL_TILE(float, cube, L, M, N);
    PL_ASSIGN(ping, x);
    relax_twice(PL_PASS(ping), PL_PASS(pong));
    PL_FILL(cube, 0);
    add_one(PL_PASS(cube), PL_PASS(z));
    PL_LOOP (r, 0, M) {
        PL_VIEW(float, row, ping[r], N);
        sums[r] = sum(PL_PASS(row));
    }
}

PL_CALL(run_all, all_ranks,
        PL_GRID(),
        PL_IN (float, x, (M, N), PL_WHOLE),
        PL_OUT(float, z, (L, M, N), PL_WHOLE),
        PL_OUT(float, sums, (M), PL_WHOLE))
