// Windows that are proved to be inside their arrays, so that kernels do not check it: interpret mode checks each of them here, for
// every size. golden/explain/bounds.expected shows that they are proved.

#include <pallas.h>
#include "../golden/explain/bounds.c"
#include "../test.h"

enum { MOST = 4 * B + 3 };

static int32_t in[MOST + B], pairs[MOST][2], out[2 * MOST];

static void fill(void)
{
    for (int32_t e = 0; e < MOST + B; e++)
        in[e] = 3 * e + 10;
    for (int32_t r = 0; r < MOST; r++)
        pairs[r][0] = r, pairs[r][1] = 100 - r;
}

// Returns the first and the last element of a window, as the kernel weighs them.
static int32_t ends(long extent, long start, long size, int32_t edge, int32_t weight)
{
    long last = start + size - 1;
    return weight * (start < 0 || start >= extent ? edge : in[start]) +
           (weight + 1) * (last < 0 || last >= extent ? edge : in[last]);
}

static int32_t pair(long row)
{
    return 17 * pairs[row][0] + 18 * pairs[row][1];
}

TEST(as_many_programs_as_blocks)
{
    fill();
    for (long n = 1; n <= MOST; n++) {
        long blocks = (n + B - 1) / B;
        EXPECT(rounded_up(n, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
        for (long i = 0; i < blocks; i++) {
            int32_t z = ends(n, i * B - 1, B + 2, 1, 1) + ends(n, i * B - B + 1, B, 2, 3) + ends(n, i * B - 1, B + 2, 3, 5) +
                        ends(n, i - 1, 3, 4, 7) + ends(n, (blocks - 1 - i) * B - 1, B + 2, 5, 9) + ends(n, i * 4, 4, 6, 11) +
                        ends(n + B, (i + 1) * B, B, 7, 13) + ends(n, (blocks - 1 - i) * B, B, 8, 15) + pair(4 * i);
            EXPECT(out[i] == z);
        }
    }
}

TEST(only_whole_blocks)
{
    fill();
    for (long n = B; n <= MOST; n++) {
        EXPECT(rounded_down(n, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
        for (long i = 0; i < n / B; i++)
            for (long j = 0; j < 2; j++) {
                int32_t z = ends(n, i * B - 1, B + 2, 1, 1) + ends(n, i * B, B, 0, 3) + ends(n, i * B - 1, B + 2, 3, 5) +
                            ends(n, i * B + j * 6 - 1, 3, 4, 7) + ends(n, (n / B - 1 - i) * B - 2, B + 2, 5, 9) +
                            ends(n, (2 * i + j) * 4, 4, 0, 11) + ends(n + B, (i + j) * B, B, 0, 13) +
                            ends(n, (n / B - 1 - i) * B, B, 0, 15) + pair(i * B + j * 7);
                EXPECT(out[i * 2 + j] == z);
            }
    }
}

TEST(promise)
{
    fill();
    for (long n = B; n <= MOST; n += B) {
        EXPECT(promised(n, in, out) == 0);
        for (long i = 0; i < n / B; i++)
            EXPECT(out[i] == ends(n, i * B - 1, B + 2, 1, 1));
    }
}

// Sizes without programs, and no elements.
TEST(no_programs)
{
    EXPECT(rounded_up(0, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
    EXPECT(rounded_down(B - 1, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
    EXPECT(promised(0, in, out) == 0);
}

int main(void)
{
    RUN(as_many_programs_as_blocks);
    RUN(only_whole_blocks);
    RUN(promise);
    RUN(no_programs);
    return test_end();
}
