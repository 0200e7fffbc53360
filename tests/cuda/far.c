// An array of more than 2^31 elements, of which the programs see the last blocks: offsets are longs up to each element.
#include <pallas.h>
#include <stdio.h>

enum { R = 4, C = 128, M = 32771, N = 65573, FIRST = 32764, ROWS = M - FIRST, COLUMN = 65280 };

PL_KERNEL(far_kernel, PL_REF(int8_t, z, R, C))
{
    PL_EACH ((r, R), (c, C))
        z[r][c] = (int8_t)(2 * z[r][c]);
}

PL_CALL(far, far_kernel, PL_SIZES(m, n), PL_GRID((i, 2), (j, 3)),
        PL_INOUT(int8_t, z, (m, n), PL_BLOCKSPEC((R, C), (PL_CDIV(m, R) - 2 + i, PL_CDIV(n, C) - 3 + j))))

static int8_t before[ROWS][N], after[ROWS][N];                  // of the last blocks' rows

int main(void)
{
    const size_t skipped = (size_t)FIRST * N;
    int8_t *z = pl_alloc((size_t)M * N);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < N; c++)
            before[r][c] = (int8_t)((r * 5 + c) % 60 + 1);
    if (!z || pl_upload(z + skipped, before, sizeof before) || far(M, N, z) || pl_download(after, z + skipped, sizeof after))
        return 1;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < N; c++)
            if (after[r][c] != before[r][c] * (c < COLUMN ? 1 : 2))
                return printf("z[%d][%d] is %d\n", FIRST + r, c, after[r][c]), 1;
    pl_free(z);
    return 0;
}
