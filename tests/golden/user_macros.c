// options: --places
// Places are the user's, through macros of the user's and of pallas.h: an argument's is where it stands.

#include <pallas.h>

#define LAST(a) ((a) - 1)
#define BLOCK (4 * UNIT)
#define UNIT 2
#define REF(x) PL_REF(const float, x, BLOCK, LAST(BLOCK))
#define FOR_ALL(r, c) PL_EACH ((r, BLOCK), (c, LAST(BLOCK)))
#define MAP(i, j) PL_BLOCKSPEC((BLOCK, BLOCK - 1), (i, LAST(j)))
#define MAKE(name, OP)                                                      \
    PL_KERNEL(name##_kernel, REF(x), PL_REF(float, z, BLOCK, BLOCK - 1))    \
    {                                                                       \
        FOR_ALL (r, c)                                                      \
            z[r][c] = x[r][c] OP x[LAST(r + 1)][c];                         \
    }                                                                       \
    PL_CALL(name, name##_kernel, PL_SIZES(n), PL_GRID((i, n), (j, n)),      \
            PL_IN(float, x, (n, n), MAP(i, j)), PL_OUT(float, z, (n, n), MAP(i, j)))

MAKE(add, +)
MAKE(multiply, *)

PL_KERNEL(own_kernel, REF(x),
          PL_REF(float, z, BLOCK, LAST( BLOCK )))
{
    FOR_ALL (row, column) {
        z[row][column] = LAST(x[row][column]) *
                         LAST(2);
    }
}

PL_CALL(own, own_kernel, PL_SIZES(n), PL_GRID((i, LAST(n)), (j, n)),
        PL_IN (float, x, (n, LAST(n)), MAP(i, j)),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((BLOCK, LAST(BLOCK)),
                                              (LAST(i), j))))
