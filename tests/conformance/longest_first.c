// Programs with the most steps begin first where groups of lanes run them, by a condition on a sequential axis and a parallel one: each
// still runs once, with one parallel axis or several, of many heads, and also if those with the smallest index are the longest.

#include <pallas.h>
#include "../test.h"

enum { B = 2, K = 3, MOST = 40000 };

static int x[MOST], z[MOST];

// Each element of z is a sum of elements of the same row of x: of those that do not come after it, or before it.
#define SUMS(name, STEPS, CONDITION, ELEMENTS)                                     \
    PL_KERNEL(name, PL_REF(const int, x, K), PL_REF(int, z, B))                    \
    {                                                                              \
        long from = PL_AXIS(j) * K, to = PL_AXIS(i) * B;                           \
        PL_WHEN (PL_FIRST(STEPS))                                                  \
            PL_FILL(z, 0);                                                         \
        PL_WHEN (CONDITION)                                                        \
            PL_EACH ((r, B))                                                       \
                for (int c = 0; c < K; c++)                                        \
                    z[r] += PL_INSIDE(x, c) && (ELEMENTS) ? x[c] : 0;               \
    }

SUMS(up_to_kernel, 1, from < to + B, from + c <= to + r)
SUMS(up_to_of_head_kernel, 2, to + B > from, from + c <= to + r)
SUMS(from_kernel, 3, PL_PROGRAM_ID(0) >= 0 && to < from + K, from + c >= to + r)

PL_CALL(up_to, up_to_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B)), (j, PL_CDIV(n, K))),
        PL_IN(int, x, (n), PL_BLOCKSPEC((K), (j))), PL_OUT(int, z, (n), PL_BLOCKSPEC((B), (i))))
PL_CALL(up_to_of_head, up_to_of_head_kernel, PL_SIZES(heads, n), PL_GRID((h, heads), (i, PL_CDIV(n, B)), (j, PL_CDIV(n, K))),
        PL_IN (int, x, (heads, n), PL_BLOCKSPEC((PL_NONE, K), (h, j))),
        PL_OUT(int, z, (heads, n), PL_BLOCKSPEC((PL_NONE, B), (h, i))))
PL_CALL(from, from_kernel, PL_SIZES(batch, heads, n), PL_GRID((b, batch), (i, PL_CDIV(n, B)), (h, heads), (j, PL_CDIV(n, K))),
        PL_IN (int, x, (batch, heads, n), PL_BLOCKSPEC((PL_NONE, PL_NONE, K), (b, h, j))),
        PL_OUT(int, z, (batch, heads, n), PL_BLOCKSPEC((PL_NONE, PL_NONE, B), (b, h, i))))

static int wrong(long rows, long n, int of_those_before)
{
    int different = 0;
    for (long row = 0; row < rows; row++)
        for (long e = 0; e < n; e++) {
            int sum = 0;
            for (long k = of_those_before ? 0 : e; k < (of_those_before ? e + 1 : n); k++)
                sum += x[row * n + k];
            different += z[row * n + e] != sum;
        }
    return different;
}

static void clear(void)
{
    for (long e = 0; e < MOST; e++)
        x[e] = (int)(e * 7 % 31 - 15), z[e] = -1;
}

TEST(one_axis)
{
    for (long n = 1; n < 20; n += 6) {
        clear();
        EXPECT(up_to(n, x, z) == 0 && wrong(1, n, 1) == 0);
    }
}

TEST(of_heads)
{
    clear();
    EXPECT(up_to_of_head(3, 17, x, z) == 0 && wrong(3, 17, 1) == 0);
    clear();
    EXPECT(up_to_of_head(30, 50, x, z) == 0 && wrong(30, 50, 1) == 0);     // 25 blocks, so bands of 20 heads
    clear();
    EXPECT(up_to_of_head(2, 1200, x, z) == 0 && wrong(2, 1200, 1) == 0);    // of one: it has more than 512 blocks
    clear();
    EXPECT(up_to_of_head(0, 5, x, z) == 0 && up_to_of_head(5, 0, x, z) == 0 && z[0] == -1);
}

TEST(smallest_first)
{
    clear();
    EXPECT(from(2, 3, 11, x, z) == 0 && wrong(6, 11, 0) == 0);
    clear();
    EXPECT(from(3, 9, 50, x, z) == 0 && wrong(27, 50, 0) == 0);
}

int main(void)
{
    RUN(one_axis);
    RUN(of_heads);
    RUN(smallest_first);
    return test_end();
}
