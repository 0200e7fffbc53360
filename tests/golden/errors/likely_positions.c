// options: --check
// The position of an element in the array: the index of the axis that its blocks depend on, and the extent of its dim.

#include <pallas.h>

enum { BM = 8, BN = 16 };

#define KERNEL(name) \
    PL_KERNEL(name, PL_SCALAR(long, m), PL_SCALAR(long, n), PL_REF(const float, x, BM, BN), PL_REF(float, z, BM, BN))

KERNEL(wrong_id)
{
    PL_EACH ((r, BM), (c, BN)) {
        long row = PL_PROGRAM_ID(1) * BM + r, column = PL_AXIS(j) * BN + c;
        z[r][c] = column <= row && row < m && column < n ? x[r][c] : 0;
    }
}

KERNEL(wrong_extent)
{
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = PL_PROGRAM_ID(1) * BN + c < m ? x[r][c] : 0;
}

KERNEL(right)
{
    PL_EACH ((r, BM), (c, BN)) {
        long row = PL_PROGRAM_ID(0) * BM + r, column = PL_PROGRAM_ID(1) * BN + c;
        z[r][c] = column <= row && row < m && column < n ? x[r][c] : 0;
    }
}

// A bound that is no dim's extent may be anything; so may what counts something else.
PL_KERNEL(right_length, PL_SCALAR(long, length), PL_REF(const float, x, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_EACH ((r, BM), (c, BN)) {
        long number = PL_PROGRAM_ID(0) * BN + PL_PROGRAM_ID(1) * BM + r;
        z[r][c] = PL_PROGRAM_ID(1) * BN + c < length ? x[r][c] + (float)number : 0;
    }
}

#define CALL(kernel) \
    PL_CALL(call_##kernel, kernel, PL_SCALAR(long, m), PL_SCALAR(long, n), \
            PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))), \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))), \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

CALL(wrong_id)
CALL(wrong_extent)
CALL(right)
PL_CALL(call_length, right_length, PL_SIZES(m, n), PL_SCALAR(long, length),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))
