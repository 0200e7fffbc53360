// Tiles of rows that need the registers of two warps, of the whole group, and more than it has.
// options: --target=cuda --check=likely
#include <pallas.h>

enum { ROWS = 4 };

#define SCALES(name, columns)                                                           \
    PL_KERNEL(name##_kernel, PL_REF(float, z, ROWS, columns))                           \
    {                                                                                   \
        PL_EACH ((r, ROWS)) {                                                           \
            PL_TILE(float, row, columns);                                               \
            float sum = 0;                                                              \
            PL_EACH ((c, columns))                                                      \
                row[c] = (float)(c + 1);                                                \
            PL_REDUCE (sum, PL_ADD, (c, columns), row[c]);                              \
            PL_EACH ((c, columns))                                                      \
                z[r][c] = row[c] / sum;                                                 \
        }                                                                               \
    }                                                                                   \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, ROWS))),           \
            PL_OUT(float, z, (m, columns), PL_BLOCKSPEC((ROWS, columns), (i, 0))))

SCALES(two_warps, 4096)
SCALES(all_lanes, 32768)
SCALES(too_wide, 32769)
