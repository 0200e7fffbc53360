// wide_rows.c -- tiles of a row that need the registers of several warps, and memory if those are too few.

#include <pallas.h>
#include "../test.h"

enum { FEW = 2, WIDE = 3000, WIDER = 33000 };

#define SHIFTS(name, length)                                                                                        \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, FEW, length), PL_REF(float, z, FEW, length))                    \
    {                                                                                                               \
        PL_EACH ((r, FEW)) {                                                                                        \
            PL_TILE(float, part, length);                                                                           \
            float least = 1e6f, sum = 0;                                                                            \
            PL_REDUCE (least, PL_MIN, (c, length), x[r][c]);                                                        \
            PL_EACH ((c, length))                                                                                   \
                part[c] = x[r][c] - least;                                                                          \
            PL_REDUCE (sum, PL_ADD, (c, length), part[c]);                                                          \
            PL_EACH ((c, length))                                                                                   \
                z[r][c] = part[c] + sum;                                                                            \
        }                                                                                                           \
    }                                                                                                               \
    PL_CALL(name, name##_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, FEW))),                                        \
            PL_IN (float, x, (m, length), PL_BLOCKSPEC((FEW, length), (i, 0))),                                     \
            PL_OUT(float, z, (m, length), PL_BLOCKSPEC((FEW, length), (i, 0))))

SHIFTS(shift_wide, WIDE)
SHIFTS(shift_wider, WIDER)

static float wide_rows[3 * WIDER], shifted[3 * WIDER];

static bool shifts(int (*shift)(long, const float *, float *), int length)
{
    for (int i = 0; i < 3 * length; i++)
        wide_rows[i] = (float)(1 + 5 * i % 23);
    bool right = shift(3, wide_rows, shifted) == 0;
    for (int r = 0; r < 3; r++) {
        float sum = 0;
        for (int c = 0; c < length; c++)
            sum += wide_rows[r * length + c] - 1;
        for (int c = 0; c < length; c++)
            right &= shifted[r * length + c] == wide_rows[r * length + c] - 1 + sum;
    }
    return right;
}

TEST(rows_in_wide_tiles)
{
    EXPECT(shifts(shift_wide, WIDE));
    EXPECT(shifts(shift_wider, WIDER));
}

int main(void)
{
    RUN(rows_in_wide_tiles);
    return test_end();
}
